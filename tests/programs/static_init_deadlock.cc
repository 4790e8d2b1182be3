// A catalogue is a function-local static whose constructor writes to the log; a report reads it while it
// logs. Bug: the report calls for the catalogue with the log locked, the constructor locks the log inside the
// guard. Deadlocks when one thread is in the constructor while the other holds the log.
#include <mutex>
#include <thread>

std::recursive_mutex log_lock;
int lines = 0;

void log_line() {
  std::lock_guard lock(log_lock);
  ++lines;
}

struct Catalogue {
  Catalogue() { log_line(); }
  int books = 3;
};

Catalogue& catalogue() {
  static Catalogue instance;
  return instance;
}

void report() {
  std::lock_guard lock(log_lock);
  lines += catalogue().books;
}

int main() {
  std::thread user([] { catalogue(); });
  std::thread reporter(report);
  user.join();
  reporter.join();
  return lines == 4 ? 0 : 1;
}
