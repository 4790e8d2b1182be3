// The repaired twin of static_init_deadlock: the constructor of a function-local static logs.
// The report gets the static before it locks the log.
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
  const Catalogue& complete = catalogue();
  std::lock_guard lock(log_lock);
  lines += complete.books;
}

int main() {
  std::thread user([] { catalogue(); });
  std::thread reporter(report);
  user.join();
  reporter.join();
  return lines == 4 ? 0 : 1;
}
