// What a store takes and gives: the values of a row, and a reader that does not trust them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle::store {

using Bytes = std::vector<std::uint8_t>;
using Value = std::variant<std::monostate, std::int64_t, double, std::string, Bytes>;
using Row = std::vector<Value>;

struct Rows {
  std::vector<Row> rows;
  std::uint64_t changed = 0;  // by INSERT, UPDATE and DELETE

  bool empty() const { return rows.empty(); }
};

inline Value number(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

// The columns of a row in their order. What is missing, of another type, negative or longer than allowed is
// empty or 0, and makes ok() false: anybody may have written to the database.
class RowReader {
 public:
  explicit RowReader(const Row& row) : row_(row) {}

  std::uint64_t count();               // 0 or more
  double real();                       // finite
  std::string text(std::size_t most);  // NULL is empty
  Bytes bytes(std::size_t most);       // likewise
  bool flag() { return count() != 0; }

  bool ok() const { return ok_; }

 private:
  const Value* next();

  const Row& row_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace heddle::store
