// JDBC Connector 5.0, bug 2147: Statement.executeQuery() and Connection.prepareStatement(). The locks are
// taken as in Figure 2 of the RPro paper; see ../d2.
// Bug: the query takes n while it holds p, the preparation takes p while it holds n.
// Deadlocks when the preparation has been through s before the query takes it, and each holds its lock and
// waits for the other's.
#include <mutex>

#include "support/fixed.h"
#include "support/rounds.h"
#include "support/traffic.h"

using namespace subjects;

constexpr int kRounds = 92;

std::mutex k, m, n, p, s;

void execute_query(Traffic& traffic) {
  visit(k);
  traffic.sections(5);
  std::lock_guard all(s);
  visit(n);
  std::lock_guard outer(p);
  traffic.sections(6);
  std::lock_guard middle(m);
  std::lock_guard inner(n);
}

void prepare_statement(Traffic& traffic) {
  visit(s);
  traffic.sections(5);
  std::lock_guard outer(kFixed ? p : n);
  std::lock_guard inner(kFixed ? n : p);
}

int main() {
  Traffic query, preparation;
  run_rounds(kRounds, {[&] { execute_query(query); }, [&] { prepare_statement(preparation); }});
}
