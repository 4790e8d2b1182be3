// MySQL 5.1.57, bug 60682: SHOW INNODB STATUS deadlocks if LOCK_thd_data points to LOCK_open.
// Bug: three threads take three locks in a circle. SHOW INNODB STATUS holds the kernel mutex and takes a
// thread's data, the thread itself holds its data and takes the open tables, and whoever opens a table holds
// the open tables and takes the kernel mutex.
// Deadlocks when each of the three holds its lock and waits for the next one's. Fifteen other connections
// have nothing to do with it.
#include <functional>
#include <list>
#include <mutex>
#include <vector>

#include "support/fixed.h"
#include "support/rounds.h"
#include "support/traffic.h"

using namespace subjects;

constexpr int kRounds = 2403;
constexpr int kOtherConnections = 15;

std::mutex kernel_mutex, lock_thd_data, lock_open;
std::mutex common;

void show_innodb_status(Traffic& traffic) {
  std::lock_guard kernel(kFixed ? lock_thd_data : kernel_mutex);
  traffic.sections(12);
  std::lock_guard inner(kFixed ? kernel_mutex : lock_thd_data);
}

void execute_statement(Traffic& traffic) {
  visit(lock_open);
  std::lock_guard data(lock_thd_data);
  traffic.sections(12);
  std::lock_guard inner(lock_open);
}

void open_table(Traffic& traffic) {
  visit(kernel_mutex);
  std::lock_guard tables(lock_open);
  traffic.sections(12);
  std::lock_guard inner(kernel_mutex);
}

int main() {
  Traffic status, statement, opening;
  std::vector<std::function<void()>> bodies{[&] { show_innodb_status(status); },
                                            [&] { execute_statement(statement); },
                                            [&] { open_table(opening); }};
  std::list<Traffic> others;
  for (int i = 0; i < kOtherConnections; ++i)
    bodies.push_back([&traffic = others.emplace_back(common)] { traffic.sections(2); });
  run_rounds(kRounds, bodies);
}
