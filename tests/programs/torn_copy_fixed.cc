// The mailbox of torn_copy with a lock.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <mutex>
#include <thread>

struct Letter {
  long words[6];
};

Letter mailbox;
std::mutex mailbox_mutex;

void put(const Letter& letter) {
  const std::lock_guard lock(mailbox_mutex);
  std::memcpy(&mailbox, &letter, sizeof letter);
}

Letter take() {
  const std::lock_guard lock(mailbox_mutex);
  Letter copy;
  std::copy(mailbox.words, mailbox.words + 6, copy.words);
  return copy;
}

int main() {
  Letter letter;
  std::fill(letter.words, letter.words + 6, 7);
  std::thread writer(put, std::cref(letter));
  const Letter seen = take();
  assert(std::all_of(seen.words, seen.words + 6, [&](long word) { return word == seen.words[0]; }));
  writer.join();
}
