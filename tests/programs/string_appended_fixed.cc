// string_appended with a lock.
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

std::string diary;
std::mutex diary_mutex;

void append(const char* text) {
  const std::lock_guard lock(diary_mutex);
  diary.append(text);
}

int main() {
  diary.reserve(64);
  std::thread other([] { append("monday, "); });
  append("tuesday, ");
  other.join();
  assert(diary == "monday, tuesday, " || diary == "tuesday, monday, ");
}
