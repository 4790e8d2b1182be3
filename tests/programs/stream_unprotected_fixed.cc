// The repaired twin of stream_unprotected: a lock around each output.
#include <cassert>
#include <mutex>
#include <sstream>
#include <thread>

std::ostringstream diary;
std::mutex diary_mutex;

void note(const char* text) {
  const std::lock_guard lock(diary_mutex);
  diary << text;
}

int main() {
  note("monday, ");
  std::thread other([] { note("tuesday, "); });
  note("wednesday, ");
  other.join();
  const std::string text = diary.str();
  assert(text == "monday, tuesday, wednesday, " || text == "monday, wednesday, tuesday, ");
}
