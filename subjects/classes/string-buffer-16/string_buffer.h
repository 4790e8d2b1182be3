// A text that can be changed, after java.lang.StringBuffer of JDK 1.6.
// Bug: append_range() and insert_range() check the other buffer's length and then ask it for one character
// after the other, with its lock in each call but not between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace subjects {

class StringBuffer {
 public:
  explicit StringBuffer(std::string text = "") : text_(std::move(text)) {}
  StringBuffer(const StringBuffer&) = delete;
  StringBuffer& operator=(const StringBuffer&) = delete;

  int length() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(text_.size());
  }
  bool is_empty() const { return length() == 0; }
  void set_length(int length) {
    std::lock_guard lock(mutex_);
    if (length < 0 || length > kMaximumLength) throw std::length_error("StringBuffer: length");
    text_.resize(index(length));
  }
  int capacity() const {
    std::lock_guard lock(mutex_);
    return capacity_;
  }
  void ensure_capacity(int capacity) {
    std::lock_guard lock(mutex_);
    capacity_ = std::max(capacity_, capacity);
  }
  void trim_to_size() {
    std::lock_guard lock(mutex_);
    capacity_ = length();
  }

  char char_at(int position) const {
    std::lock_guard lock(mutex_);
    return text_.at(index(position));
  }
  void set_char_at(int position, char character) {
    std::lock_guard lock(mutex_);
    text_.at(index(position)) = character;
  }
  int code_point_at(int position) const { return static_cast<unsigned char>(char_at(position)); }
  int code_point_before(int position) const { return code_point_at(position - 1); }
  int code_point_count(int start, int end) const {
    return static_cast<int>(substring_range(start, end).size());
  }
  std::vector<char> get_chars(int start, int end) const {
    const std::string part = substring_range(start, end);
    return {part.begin(), part.end()};
  }

  void append_text(const std::string& text) {
    std::lock_guard lock(mutex_);
    text_ += text;
  }
  void append_char(char character) { append_text(std::string(1, character)); }
  void append_bool(bool value) { append_text(value ? "true" : "false"); }
  void append_int(int value) { append_text(std::to_string(value)); }
  void append_long(long value) { append_text(std::to_string(value)); }
  void append_double(double value) { append_text(std::to_string(value)); }
  void append_code_point(int code) { append_char(static_cast<char>(code)); }
  void append(const StringBuffer& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    append_text(other.to_string());
  }
  void append_range(const StringBuffer& other, int start, int end) {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    append_text(copy_range(other, start, end));
  }

  void insert_text(int offset, const std::string& text) {
    std::lock_guard lock(mutex_);
    text_.insert(index(offset), text);
  }
  void insert_char(int offset, char character) { insert_text(offset, std::string(1, character)); }
  void insert_bool(int offset, bool value) { insert_text(offset, value ? "true" : "false"); }
  void insert_int(int offset, int value) { insert_text(offset, std::to_string(value)); }
  void insert_long(int offset, long value) { insert_text(offset, std::to_string(value)); }
  void insert_double(int offset, double value) { insert_text(offset, std::to_string(value)); }
  void insert(int offset, const StringBuffer& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    insert_text(offset, other.to_string());
  }
  void insert_range(int offset, const StringBuffer& other, int start, int end) {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    insert_text(offset, copy_range(other, start, end));
  }

  void delete_range(int start, int end) { replace(start, end, ""); }
  void delete_char_at(int position) {
    std::lock_guard lock(mutex_);
    text_.at(index(position));
    text_.erase(index(position), 1);
  }
  void replace(int start, int end, const std::string& text) {
    std::lock_guard lock(mutex_);
    check_range(start, end);
    text_.replace(index(start), index(end - start), text);
  }
  void reverse() {
    std::lock_guard lock(mutex_);
    std::reverse(text_.begin(), text_.end());
  }

  std::string substring(int start) const {
    std::lock_guard lock(mutex_);
    return text_.substr(index(start));
  }
  std::string substring_range(int start, int end) const {
    std::lock_guard lock(mutex_);
    check_range(start, end);
    return text_.substr(index(start), index(end - start));
  }
  int index_of(const std::string& text) const { return index_of_from(text, 0); }
  int index_of_from(const std::string& text, int start) const {
    std::lock_guard lock(mutex_);
    return position_or_none(text_.find(text, index(std::max(start, 0))));
  }
  int last_index_of(const std::string& text) const { return last_index_of_from(text, kMaximumLength); }
  int last_index_of_from(const std::string& text, int start) const {
    std::lock_guard lock(mutex_);
    return start < 0 ? -1 : position_or_none(text_.rfind(text, index(start)));
  }
  int compare_to(const StringBuffer& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return text_.compare(other.text_);
  }
  bool content_equals(const std::string& text) const {
    std::lock_guard lock(mutex_);
    return text_ == text;
  }
  std::string to_string() const {
    std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  static constexpr int kMaximumLength = 1 << 20;

  // A negative position becomes one that is out of every range.
  static std::size_t index(int position) { return static_cast<std::size_t>(position); }

  static int position_or_none(std::size_t position) {
    return position == std::string::npos ? -1 : static_cast<int>(position);
  }

  static std::string copy_range(const StringBuffer& other, int start, int end) {
    if (start < 0 || start > end || end > other.length()) throw std::out_of_range("StringBuffer: range");
    std::string copy;
    for (int position = start; position < end; ++position) copy += other.char_at(position);
    return copy;
  }

  void check_range(int start, int end) const {
    if (start < 0 || start > end || end > length()) throw std::out_of_range("StringBuffer: range");
  }

  mutable std::recursive_mutex mutex_;
  std::string text_;
  int capacity_ = 16;
};

}  // namespace subjects
