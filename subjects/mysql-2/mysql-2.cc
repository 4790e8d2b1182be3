// MySQL 6.0.4a, bug 37080: INSERT and TRUNCATE of the same table in the Falcon engine.
// Bug: TRUNCATE locks the table and then its storage, INSERT the storage and then the table.
// Deadlocks when INSERT has been through the dictionary before TRUNCATE takes it, and each holds its lock and
// waits for the other's. Both handle many rows, so both may stop at many places. Fourteen other connections
// have nothing to do with it.
#include <functional>
#include <list>
#include <mutex>
#include <vector>

#include "support/fixed.h"
#include "support/rounds.h"
#include "support/traffic.h"

using namespace subjects;

constexpr int kRounds = 5;
constexpr int kOtherConnections = 14;

std::mutex dictionary, table, storage;
std::mutex common;

void truncate_table(Traffic& traffic) {
  std::lock_guard all(dictionary);
  visit(storage);
  std::lock_guard lock(table);
  traffic.sections(450);
  std::lock_guard inner(storage);
}

void insert_rows(Traffic& traffic) {
  visit(dictionary);
  traffic.sections(450);
  {
    std::lock_guard outer(kFixed ? table : storage);
    std::lock_guard inner(kFixed ? storage : table);
  }
  traffic.sections(526);
}

int main() {
  Traffic truncation, insertion;
  std::vector<std::function<void()>> bodies{[&] { truncate_table(truncation); },
                                            [&] { insert_rows(insertion); }};
  std::list<Traffic> others;
  for (int i = 0; i < kOtherConnections; ++i)
    bodies.push_back([&traffic = others.emplace_back(common)] { traffic.sections(4); });
  run_rounds(kRounds, bodies);
}
