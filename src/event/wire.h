// The bytes in which the three processes talk to each other. Both sides are of the same build (checked when
// they meet), so the format has no versions of its own.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle {

class Writer {
 public:
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    append(&value, sizeof value);
  }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    append(text.data(), text.size());
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void put_all(std::span<const T> values) {
    put(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size_bytes());
  }

  // Few bytes for a small number.
  void put_small(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::uint8_t>(value | 0x80));
    bytes_.push_back(static_cast<std::uint8_t>(value));
  }

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    if (size == 0) return;
    const std::size_t end = bytes_.size();
    bytes_.resize(end + size);
    std::memcpy(bytes_.data() + end, data, size);
  }

  std::vector<std::uint8_t> bytes_;
};

// Reading past the end gives zeros and makes ok() false: what was written by a dying process is not trusted.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void get(T& value) {
    if (bytes_.size() < sizeof value) {
      fail();
      std::memset(static_cast<void*>(&value), 0, sizeof value);
      return;
    }
    std::memcpy(static_cast<void*>(&value), bytes_.data(), sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
  }
  // Any byte but 0 and 1 would be no value of its type.
  void get(bool& value) {
    std::uint8_t byte = 0;
    get(byte);
    value = byte != 0;
  }
  void get(std::string& text) {
    const std::uint64_t size = count(1);
    text.assign(reinterpret_cast<const char*>(bytes_.data()), size);
    bytes_ = bytes_.subspan(size);
  }
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  void get_all(std::vector<T>& values) {
    values.resize(count(sizeof(T)));
    if (values.empty()) return;
    std::memcpy(static_cast<void*>(values.data()), bytes_.data(), values.size() * sizeof(T));
    bytes_ = bytes_.subspan(values.size() * sizeof(T));
  }
  std::uint64_t get_small() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      std::uint8_t byte = 0;
      get(byte);
      value |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
    fail();
    return 0;
  }
  // A number of elements, each of at least `element_size` bytes, that the rest can really hold.
  std::uint64_t count(std::size_t element_size) {
    std::uint64_t number = 0;
    get(number);
    if (number > bytes_.size() / element_size) {
      fail();
      number = 0;
    }
    return number;
  }

  bool ok() const { return ok_; }

 private:
  void fail() {
    ok_ = false;
    bytes_ = {};
  }

  std::span<const std::uint8_t> bytes_;
  bool ok_ = true;
};

}  // namespace heddle
