// A PostgreSQL of Debian's package in a temporary folder, reached by a Unix socket, for one test program. It
// ends with that.
#pragma once

#include <sys/types.h>
#include <string>

namespace heddle::test {

struct ServerSettings {
  int connections = 200;
  bool durable = false;  // the machine stays up: what a killed server has written is there
};

class PostgresServer {
 public:
  explicit PostgresServer(const ServerSettings& settings = {});  // makes the database files and starts the
                                                                 // server; throws std::runtime_error
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  void kill();     // SIGKILL
  void restart();  // after kill(), until it answers

  // A new, empty database.
  std::string make_database(const std::string& name);
  std::string url(const std::string& database) const;
  std::string socket_folder() const { return folder_ + "/socket"; }

 private:
  ServerSettings settings_;
  std::string folder_;
  pid_t server_ = -1;
};

}  // namespace heddle::test
