// The repaired twin of raw_exit_from_thread: a writer changes a text and its checksum.
// Both change in one critical section.
#include <unistd.h>

#include <mutex>
#include <numeric>
#include <string>
#include <thread>

std::mutex text_lock;
std::string text;
int checksum = 0;

int checksum_of(const std::string& words) {
  return std::accumulate(words.begin(), words.end(), 0);
}

void store_text(const std::string& words) {
  std::lock_guard lock(text_lock);
  text = words;
  checksum = checksum_of(words);
}

void check_text() {
  std::lock_guard lock(text_lock);
  if (checksum != checksum_of(text)) _exit(4);
}

int main() {
  std::thread writer(store_text, "warp and weft");
  std::thread checker(check_text);
  writer.join();
  checker.join();
}
