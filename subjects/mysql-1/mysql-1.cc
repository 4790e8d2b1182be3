// MySQL 6.0.4a, bug 34567: ALTER of a temporary table and ALTER of another table.
// Bug: the one locks the table cache and then the table's share, the other the share and then the table
// cache.
// Deadlocks when the second has been through the list of open tables before the first takes it, and each
// holds its lock and waits for the other's. Thirteen other connections have nothing to do with it.
#include <functional>
#include <list>
#include <mutex>
#include <vector>

#include "support/fixed.h"
#include "support/rounds.h"
#include "support/traffic.h"

using namespace subjects;

constexpr int kRounds = 57;
constexpr int kOtherConnections = 13;

std::mutex open_tables, table_cache, share;
std::mutex common;

void alter_temporary_table(Traffic& traffic) {
  traffic.sections(6);
  std::lock_guard all(open_tables);
  visit(share);
  std::lock_guard lock(table_cache);
  traffic.sections(16);
  std::lock_guard inner(share);
}

void alter_table(Traffic& traffic) {
  visit(open_tables);
  traffic.sections(20);
  std::lock_guard outer(kFixed ? table_cache : share);
  std::lock_guard inner(kFixed ? share : table_cache);
}

int main() {
  Traffic temporary, permanent;
  std::vector<std::function<void()>> bodies{[&] { alter_temporary_table(temporary); },
                                            [&] { alter_table(permanent); }};
  std::list<Traffic> others;
  for (int i = 0; i < kOtherConnections; ++i)
    bodies.push_back([&traffic = others.emplace_back(common)] { traffic.sections(8); });
  run_rounds(kRounds, bodies);
}
