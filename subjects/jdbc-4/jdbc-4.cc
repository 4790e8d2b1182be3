// JDBC Connector 5.0, bug 17709: PreparedStatement.executeQuery() and Connection.close(), for two connections
// after each other.
// Bug: close() locks the connection and then its statements, executeQuery() the statement and then its
// connection.
// Deadlocks when executeQuery() has found the connection open before close() begins, and each holds its lock
// and waits for the other's. Queries and connections are long, so both may stop at many places.
#include <mutex>

#include "support/fixed.h"
#include "support/rounds.h"
#include "support/traffic.h"

using namespace subjects;

constexpr int kConnections = 2;

std::mutex driver, connection, statement;

void close_connection(Traffic& traffic) {
  traffic.sections(2);
  std::lock_guard closing(driver);
  visit(statement);
  std::lock_guard lock(connection);
  traffic.sections(600);
  std::lock_guard inner(statement);
}

void execute_query(Traffic& traffic) {
  visit(driver);
  traffic.sections(480);
  {
    std::lock_guard outer(kFixed ? connection : statement);
    std::lock_guard inner(kFixed ? statement : connection);
  }
  traffic.sections(177);
}

int main() {
  Traffic closer, query;
  run_rounds(kConnections, {[&] { close_connection(closer); }, [&] { execute_query(query); }});
}
