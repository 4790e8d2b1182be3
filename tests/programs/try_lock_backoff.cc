// Main keeps the ledger locked until an auditor has looked at it; the auditor backs off while it is locked.
// Bug: main waits for the auditor with the lock that the auditor needs.
// Livelock when main locks the ledger first: the auditor tries, fails and yields for ever.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex ledger_lock;
std::mutex audit_lock;
std::condition_variable audit_done;
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
    wait_for_audit();
  }
  auditor.join();
}
