// A thread appends a buffer of characters to another one, as StringBuffer of JDK 1.4 does; a second thread
// deletes the characters.
// Bug: append() asks the other buffer for its length and for its characters in two calls, with its lock in
// each but not between them.
// Fails when the characters are deleted in between.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

class StringBuffer {
 public:
  explicit StringBuffer(int length) : length_(length) { characters_.fill('x'); }

  int length() {
    std::lock_guard lock(mutex_);
    return length_;
  }

  void get_characters(int end, char* target) {
    std::lock_guard lock(mutex_);
    assert(end <= length_);
    for (int i = 0; i < end; ++i) target[i] = characters_[i];
  }

  void append(StringBuffer& other) {
    std::lock_guard lock(mutex_);
    std::unique_lock lock_of_other(other.mutex_, std::defer_lock);
    if (kFixed) lock_of_other.lock();
    const int length = other.length();
    assert(length_ + length <= kCapacity);
    other.get_characters(length, &characters_[length_]);
    length_ += length;
  }

  void erase_all() {
    std::lock_guard lock(mutex_);
    length_ = 0;
  }

 private:
  static constexpr int kCapacity = 8;

  std::recursive_mutex mutex_;
  std::array<char, kCapacity> characters_;
  int length_;
};

StringBuffer buffer1(3), buffer2(3);

int main() {
  std::thread appender([] { buffer1.append(buffer2); });
  std::thread eraser([] { buffer2.erase_all(); });
  appender.join();
  eraser.join();
}
