// A detached thread writes to a journal, which a static object closes when the program ends.
// Bug: nothing keeps main from returning before the thread has written.
// Fails when the static destructor runs before the thread looks at the journal.
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
  std::thread(write_entry).detach();
}
