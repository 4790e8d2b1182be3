// A stream that reads from its source through a buffer, after java.io.BufferedInputStream. The source is a
// text. Bug: close() does not wait for a read that is under way (it must not, if the source blocks), and
// takes the buffer away; read() and the others look whether the buffer is there, and then load its address
// again.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace subjects {

class BufferedInputStream {
 public:
  explicit BufferedInputStream(std::string source = "heddle") : source_(std::move(source)) {}
  BufferedInputStream(const BufferedInputStream&) = delete;
  BufferedInputStream& operator=(const BufferedInputStream&) = delete;

  // The next character, or -1 at the end.
  int read() {
    std::lock_guard lock(mutex_);
    ensure_open();
    return next();
  }

  std::string read_text(int length) {
    std::lock_guard lock(mutex_);
    ensure_open();
    std::string text;
    while (static_cast<int>(text.size()) < length) {
      const int character = next();
      if (character < 0) break;
      text += static_cast<char>(character);
    }
    return text;
  }

  // Returns how many characters were skipped.
  int skip(int count) {
    std::lock_guard lock(mutex_);
    ensure_open();
    int skipped = 0;
    while (skipped < count && next() >= 0) ++skipped;
    return skipped;
  }

  int available() const {
    std::lock_guard lock(mutex_);
    ensure_open();
    return static_cast<int>(source_.size() - position_);
  }

  void mark() {
    std::lock_guard lock(mutex_);
    ensure_open();
    mark_ = position_;
  }

  void reset() {
    std::lock_guard lock(mutex_);
    ensure_open();
    position_ = mark_;
    filled_from_ = filled_to_ = 0;
  }

  bool mark_supported() const { return true; }

  void close() {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    buffer_.store(nullptr);
  }

 private:
  using Buffer = std::array<char, 4>;

  void ensure_open() const {
    if (buffer_.load() == nullptr) throw std::runtime_error("BufferedInputStream: closed");
  }

  int next() {
    if (position_ == source_.size()) return -1;
    if (position_ < filled_from_ || position_ >= filled_to_) fill();
    return static_cast<unsigned char>((*buffer_.load())[position_++ - filled_from_]);
  }

  void fill() {
    filled_from_ = position_;
    filled_to_ = std::min(position_ + storage_.size(), source_.size());
    std::copy(source_.begin() + static_cast<std::ptrdiff_t>(filled_from_),
              source_.begin() + static_cast<std::ptrdiff_t>(filled_to_), buffer_.load()->begin());
  }

  mutable std::mutex mutex_;
  const std::string source_;
  Buffer storage_ = {};
  std::atomic<Buffer*> buffer_ = &storage_;  // null when closed
  std::size_t position_ = 0;
  std::size_t mark_ = 0;
  std::size_t filled_from_ = 0;  // the part of the source that the buffer holds
  std::size_t filled_to_ = 0;
};

}  // namespace subjects
