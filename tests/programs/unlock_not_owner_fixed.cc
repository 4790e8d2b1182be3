// The repaired twin of unlock_not_owner: two threads share a printer, and one uses it only if it is free.
// std::unique_lock remembers whether try_lock() succeeded.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex printer;
int pages = 0;

void print_now() {
  std::lock_guard lock(printer);
  ++pages;
}

void print_if_free() {
  std::unique_lock lock(printer, std::try_to_lock);
  if (lock.owns_lock()) ++pages;
}

int main() {
  std::thread patient(print_now);
  std::thread hasty(print_if_free);
  patient.join();
  hasty.join();
  assert(pages == 1 || pages == 2);
}
