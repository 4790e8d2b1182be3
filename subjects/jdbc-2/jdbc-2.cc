// JDBC Connector 5.0, bug 14927: PreparedStatement.getWarnings() and Connection.close(), for three
// connections after each other.
// Bug: close() locks the connection and then its statements, getWarnings() the statement and then its
// connection.
// Deadlocks when getWarnings() has found the connection open before close() begins, and each holds its lock
// and waits for the other's. close() has many statements to look after, so both may stop at many places.
#include <mutex>

#include "support/fixed.h"
#include "support/rounds.h"
#include "support/traffic.h"

using namespace subjects;

constexpr int kConnections = 3;

std::mutex driver, connection, statement;

void close_connection(Traffic& traffic) {
  std::lock_guard closing(driver);
  visit(statement);
  std::lock_guard lock(connection);
  traffic.sections(420);
  std::lock_guard inner(statement);
}

void get_warnings(Traffic& traffic) {
  visit(driver);
  traffic.sections(220);
  {
    std::lock_guard outer(kFixed ? connection : statement);
    std::lock_guard inner(kFixed ? statement : connection);
  }
  traffic.sections(197);
}

int main() {
  Traffic closer, reader;
  run_rounds(kConnections, {[&] { close_connection(closer); }, [&] { get_warnings(reader); }});
}
