// One thread appends "W" to a shared text that is "H" at first, another one replaces the text by "L".
// Bug: there is no lock. To append is to read the text and to write a longer one.
// Fails when the text is replaced in between: the replacement is lost and "HW" is left.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

// Texts are never changed, only the references to them, as in Java.
using Text = const char*;

constexpr Text kH = "H", kL = "L", kW = "W", kHW = "HW", kLW = "LW";

std::mutex mutex;  // only the twin takes it
Text text = kH, suffix = kW;

Text append(Text left, Text right) {
  if (right != kW) return left;
  return left == kH ? kHW : kLW;
}

int main() {
  std::thread appender([] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    text = append(text, suffix);
  });
  std::thread replacer([] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    text = kL;
  });
  appender.join();
  replacer.join();
  assert(text == kL || text == kLW);
}
