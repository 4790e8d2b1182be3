// Two tasks fail; their catch blocks block on a lock and keep the first error, which main then rethrows.
// Bug: whether there is an error already is tested in one critical section and recorded in another.
// Fails when both tasks test before either of them records: the first error is overwritten.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

std::mutex error_lock;
std::exception_ptr first_error;
int errors_recorded = 0;

bool has_error() {
  std::lock_guard lock(error_lock);
  return first_error != nullptr;
}

void record_error() {
  if (has_error()) return;
  std::lock_guard lock(error_lock);
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
