// Nothing is wrong with it, but `complete` does not know what depends on std::call_once.
#pragma once

#include <mutex>

class Lazy {
 public:
  int get() {
    std::call_once(once_, [this] { value_ = 7; });
    return value_;
  }

 private:
  std::once_flag once_;
  int value_ = 0;
};
