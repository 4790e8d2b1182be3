// A mailbox is filled and emptied by memcpy and std::copy: the reader copies a letter while another is being
// put in.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <thread>

struct Letter {
  long words[6];
};

Letter mailbox;

void put(const Letter& letter) {
  std::memcpy(&mailbox, &letter, sizeof letter);
}

Letter take() {
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
