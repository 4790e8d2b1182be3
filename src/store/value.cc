#include "store/value.h"

#include <cmath>

namespace heddle::store {

const Value* RowReader::next() {
  if (at_ < row_.size()) return &row_[at_++];
  ok_ = false;
  return nullptr;
}

std::uint64_t RowReader::count() {
  const Value* value = next();
  if (value == nullptr) return 0;
  const auto* integer = std::get_if<std::int64_t>(value);
  if (integer != nullptr && *integer >= 0) return static_cast<std::uint64_t>(*integer);
  ok_ = false;
  return 0;
}

double RowReader::real() {
  const Value* value = next();
  if (value == nullptr) return 0;
  if (const auto* integer = std::get_if<std::int64_t>(value)) return static_cast<double>(*integer);
  const auto* number = std::get_if<double>(value);
  if (number != nullptr && std::isfinite(*number)) return *number;
  ok_ = false;
  return 0;
}

std::string RowReader::text(std::size_t most) {
  const Value* value = next();
  if (value == nullptr || std::holds_alternative<std::monostate>(*value)) return {};
  const auto* text = std::get_if<std::string>(value);
  if (text != nullptr && text->size() <= most) return *text;
  ok_ = false;
  return {};
}

Bytes RowReader::bytes(std::size_t most) {
  const Value* value = next();
  if (value == nullptr || std::holds_alternative<std::monostate>(*value)) return {};
  const auto* bytes = std::get_if<Bytes>(value);
  if (bytes != nullptr && bytes->size() <= most) return *bytes;
  ok_ = false;
  return {};
}

}  // namespace heddle::store
