// MySQL 5.5.17, bug 62614: PURGE BINARY LOGS takes its locks in the wrong order.
// Bug: a rotation locks the index and then the log. PURGE looks at the index before each file; the second
// time that it finds the index changed it begins to lock the log, and takes the index while it holds it.
// Deadlocks when PURGE has found the index changed twice, and then holds the log and waits for the index
// while the rotation holds the index and waits for the log. Nineteen other connections have nothing to do
// with it.
#include <functional>
#include <list>
#include <mutex>
#include <vector>

#include "support/fixed.h"
#include "support/rounds.h"
#include "support/traffic.h"

using namespace subjects;

constexpr int kRounds = 844;
constexpr int kFiles = 100;
constexpr int kRotations = 33;
constexpr int kOtherConnections = 19;

std::mutex index_lock, log_lock;
int version = 0;  // of the index
std::mutex common;

void rotate(Traffic& traffic) {
  for (int i = 0; i < kRotations; ++i) {
    std::lock_guard index(index_lock);
    ++version;
    traffic.sections(1);
    std::lock_guard log(log_lock);
  }
}

int look_at_index() {
  std::lock_guard index(index_lock);
  return version;
}

void purge_file_under_lock(Traffic& traffic) {
  std::lock_guard outer(kFixed ? index_lock : log_lock);
  traffic.sections(1);
  std::lock_guard inner(kFixed ? log_lock : index_lock);
}

void purge(Traffic& traffic) {
  int seen = look_at_index();
  int changes = 0;
  for (int i = 0; i < kFiles; ++i) {
    if (changes >= 2) {
      purge_file_under_lock(traffic);
      continue;
    }
    traffic.sections(2);
    const int now = look_at_index();
    if (now != seen) ++changes;
    seen = now;
  }
}

// Statements and the care of the logs take turns.
enum class Turn { kStatements, kLogs };

std::function<void()> in_turn(Turn turn, const std::function<void()>& body) {
  return [now = Turn::kStatements, turn, body]() mutable {
    if (now == turn) body();
    now = now == Turn::kStatements ? Turn::kLogs : Turn::kStatements;
  };
}

int main() {
  Traffic rotation, purging;
  std::vector<std::function<void()>> bodies{in_turn(Turn::kLogs, [&] { rotate(rotation); }),
                                            in_turn(Turn::kLogs, [&] { purge(purging); })};
  std::list<Traffic> others;
  for (int i = 0; i < kOtherConnections; ++i)
    bodies.push_back(
        in_turn(Turn::kStatements, [&traffic = others.emplace_back(common)] { traffic.sections(2); }));
  run_rounds(kRounds, bodies);
}
