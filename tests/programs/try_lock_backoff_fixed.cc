// The repaired twin of try_lock_backoff: an auditor looks at a ledger and backs off while it is locked.
// Main gives the ledger back before it waits for the auditor.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex ledger_lock;
std::mutex audit_lock;
std::condition_variable audit_done;
int entries = 0;
bool audited = false;

void audit() {
  while (!ledger_lock.try_lock()) std::this_thread::yield();
  ledger_lock.unlock();
  std::lock_guard lock(audit_lock);
  audited = true;
  audit_done.notify_one();
}

void wait_for_audit() {
  std::unique_lock lock(audit_lock);
  audit_done.wait(lock, [] { return audited; });
}

int main() {
  std::thread auditor(audit);
  {
    std::lock_guard ledger(ledger_lock);
    ++entries;
  }
  wait_for_audit();
  auditor.join();
}
