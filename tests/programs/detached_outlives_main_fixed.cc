// The repaired twin of detached_outlives_main: a thread writes to a journal that the program's end closes.
// Main joins the thread, so the journal is open while it writes.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> journal_open{true};

struct JournalCloser {
  ~JournalCloser() { journal_open = false; }
};

JournalCloser closer;

void write_entry() {
  assert(journal_open);
}

int main() {
  std::thread(write_entry).join();
}
