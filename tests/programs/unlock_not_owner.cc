// Two threads share a printer: one waits for it, the other uses it only if it is free.
// Bug: the second unlocks the printer even if try_lock() failed.
// Unlocks another thread's mutex when it tries while the first one prints.
#include <mutex>
#include <thread>

std::mutex printer;
int pages = 0;

void print_now() {
  std::lock_guard lock(printer);
  ++pages;
}

void print_if_free() {
  if (printer.try_lock()) ++pages;
  printer.unlock();
}

int main() {
  std::thread patient(print_now);
  std::thread hasty(print_if_free);
  patient.join();
  hasty.join();
}
