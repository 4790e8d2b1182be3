// A text that can be changed, in an array of characters that grows, after java.lang.StringBuffer of JDK 1.0.
// Bug: append() and insert() ask the other buffer for its length and then for its characters, with its lock
// in each call but not between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace subjects {

class StringBuffer {
 public:
  explicit StringBuffer(const std::string& text = "") { append_text(text); }
  StringBuffer(const StringBuffer&) = delete;
  StringBuffer& operator=(const StringBuffer&) = delete;

  int length() const {
    std::lock_guard lock(mutex_);
    return length_;
  }
  int capacity() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(characters_.size());
  }
  void ensure_capacity(int capacity) {
    std::lock_guard lock(mutex_);
    if (capacity > kMaximumCapacity) throw std::length_error("StringBuffer: capacity");
    const int present = this->capacity();
    if (capacity > present) characters_.resize(static_cast<std::size_t>(std::max(capacity, 2 * present + 2)));
  }
  void set_length(int length) {
    std::lock_guard lock(mutex_);
    if (length < 0) throw std::out_of_range("StringBuffer: length");
    ensure_capacity(length);
    for (int position = length_; position < length; ++position) at(position) = ' ';
    length_ = length;
  }

  char char_at(int position) const {
    std::lock_guard lock(mutex_);
    check_range(position, position + 1);
    return characters_[static_cast<std::size_t>(position)];
  }
  void set_char_at(int position, char character) {
    std::lock_guard lock(mutex_);
    check_range(position, position + 1);
    at(position) = character;
  }
  std::string get_chars(int start, int end) const {
    std::lock_guard lock(mutex_);
    check_range(start, end);
    return {characters_.begin() + start, characters_.begin() + end};
  }

  void append_text(const std::string& text) {
    std::lock_guard lock(mutex_);
    insert_text(length_, text);
  }
  void append_chars(const std::string& text, int offset, int count) {
    append_text(text.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(count)));
  }
  void append_char(char character) { append_text(std::string(1, character)); }
  void append_bool(bool value) { append_text(value ? "true" : "false"); }
  void append_int(int value) { append_text(std::to_string(value)); }
  void append_long(long value) { append_text(std::to_string(value)); }
  void append_float(float value) { append_text(std::to_string(value)); }
  void append_double(double value) { append_text(std::to_string(value)); }
  void append(const StringBuffer& other) {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    const int length = other.length();
    append_text(other.get_chars(0, length));
  }

  void insert_text(int offset, const std::string& text) {
    std::lock_guard lock(mutex_);
    check_range(offset, length_);
    const int added = static_cast<int>(text.size());
    ensure_capacity(length_ + added);
    const auto place = characters_.begin() + offset;
    std::copy_backward(place, characters_.begin() + length_, characters_.begin() + length_ + added);
    std::copy(text.begin(), text.end(), place);
    length_ += added;
  }
  void insert_char(int offset, char character) { insert_text(offset, std::string(1, character)); }
  void insert_bool(int offset, bool value) { insert_text(offset, value ? "true" : "false"); }
  void insert_int(int offset, int value) { insert_text(offset, std::to_string(value)); }
  void insert_long(int offset, long value) { insert_text(offset, std::to_string(value)); }
  void insert_float(int offset, float value) { insert_text(offset, std::to_string(value)); }
  void insert_double(int offset, double value) { insert_text(offset, std::to_string(value)); }
  void insert(int offset, const StringBuffer& other) {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    const int length = other.length();
    insert_text(offset, other.get_chars(0, length));
  }

  void delete_range(int start, int end) {
    std::lock_guard lock(mutex_);
    check_range(start, end);
    std::copy(characters_.begin() + end, characters_.begin() + length_, characters_.begin() + start);
    length_ -= end - start;
  }
  void reverse() {
    std::lock_guard lock(mutex_);
    std::reverse(characters_.begin(), characters_.begin() + length_);
  }
  std::string to_string() const {
    std::lock_guard lock(mutex_);
    return get_chars(0, length_);
  }

 private:
  static constexpr int kMaximumCapacity = 1 << 20;

  char& at(int position) { return characters_[static_cast<std::size_t>(position)]; }

  void check_range(int start, int end) const {
    if (start < 0 || start > end || end > length_) throw std::out_of_range("StringBuffer: range");
  }

  mutable std::recursive_mutex mutex_;
  std::vector<char> characters_ = std::vector<char>(16);
  int length_ = 0;
};

}  // namespace subjects
