// The constructor of a function-local static writes to the log; a report reads that static and logs.
// Bug: the report locks the log and then needs the static, the constructor does it the other way round.
// Deadlocks when one thread is in the constructor while the other holds the log.
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
