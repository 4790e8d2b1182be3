// The repaired twin of first_error_lost: two tasks fail, and their catch blocks keep the first error.
// One critical section tests whether there is an error already and records it.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

std::mutex error_lock;
std::exception_ptr first_error;
int errors_recorded = 0;

void record_error() {
  std::lock_guard lock(error_lock);
  if (first_error != nullptr) return;
  first_error = std::current_exception();
  ++errors_recorded;
}

void read_disk(const std::string& disk) {
  try {
    throw std::runtime_error(disk + " is broken");
  } catch (const std::runtime_error& error) {
    record_error();
    assert(error.what() == disk + " is broken");
  }
}

int main() {
  std::thread first(read_disk, "disk 1");
  std::thread second(read_disk, "disk 2");
  first.join();
  second.join();
  try {
    std::rethrow_exception(first_error);
  } catch (const std::runtime_error&) {
    assert(errors_recorded == 1);
  }
}
