// JDBC Connector 5.0, bug 31136: Connection.prepareStatement() and Statement.close().
// Bug: prepareStatement() locks the connection and then a statement, close() the statement and then its
// connection.
// Deadlocks when close() has been through the cache of statements before prepareStatement() takes it, and
// each holds its lock and waits for the other's.
#include <mutex>

#include "support/fixed.h"
#include "support/rounds.h"
#include "support/traffic.h"

using namespace subjects;

constexpr int kRounds = 95;

std::mutex cache, connection, statement;

void prepare_statement(Traffic& traffic) {
  traffic.sections(3);
  std::lock_guard lookup(cache);
  visit(statement);
  std::lock_guard lock(connection);
  traffic.sections(4);
  std::lock_guard inner(statement);
}

void close_statement(Traffic& traffic) {
  visit(cache);
  traffic.sections(4);
  {
    std::lock_guard outer(kFixed ? connection : statement);
    std::lock_guard inner(kFixed ? statement : connection);
  }
  traffic.sections(6);
}

int main() {
  Traffic preparation, closing;
  run_rounds(kRounds, {[&] { prepare_statement(preparation); }, [&] { close_statement(closing); }});
}
