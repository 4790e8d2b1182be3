#include "support/postgres_server.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace heddle::test {

namespace {

namespace fs = std::filesystem;

constexpr char kOtherUser[] = "nobody";  // the server refuses to be root's
constexpr int kMostTries = 600;
constexpr useconds_t kTry = 50'000;

// The newest.
std::string programs() {
  std::string newest;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql"))
    if (fs::exists(version.path() / "bin/initdb") && version.path().string() > newest)
      newest = version.path().string();
  if (newest.empty()) throw std::runtime_error("PostgreSQL's server is missing: make packages");
  return newest + "/bin/";
}

pid_t start(std::vector<std::string> words, const std::string& log) {
  if (geteuid() == 0)
    words.insert(words.begin(),
                 {"setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--pdeathsig", "KILL"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  dup2(file, 1);
  dup2(file, 2);
  if (chdir("/") == 0) execvp(arguments[0], arguments.data());
  _exit(127);
}

bool succeeds(const std::vector<std::string>& words, const std::string& log) {
  int status = 0;
  const pid_t child = start(words, log);
  return waitpid(child, &status, 0) == child && status == 0;
}

}  // namespace

PostgresServer::PostgresServer(const ServerSettings& settings) : settings_(settings) {
  std::string folder = (fs::temp_directory_path() / "heddle-postgres-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = folder;
  fs::create_directory(folder_ + "/socket");
  fs::create_directory(folder_ + "/data");
  if (geteuid() == 0) {
    const passwd* other = getpwnam(kOtherUser);
    if (other == nullptr || chmod(folder_.c_str(), 0755) != 0) throw std::runtime_error("no user 'nobody'");
    for (const char* part : {"/socket", "/data"})
      if (chown((folder_ + part).c_str(), other->pw_uid, other->pw_gid) != 0)
        throw std::runtime_error("cannot give a folder away");
  }
  if (!succeeds({programs() + "initdb", "-D", folder_ + "/data", "-U", "heddle", "-A", "trust", "--no-sync",
                 "--no-instructions", "-E", "UTF8", "--locale=C"},
                folder_ + "/log"))
    throw std::runtime_error("initdb failed");
  restart();
}

PostgresServer::~PostgresServer() {
  kill();
  // Its processes notice that their parent is gone, and close their files.
  std::error_code error;
  for (int i = 0; i < kMostTries && (fs::remove_all(folder_, error), fs::exists(folder_)); ++i) usleep(kTry);
}

void PostgresServer::kill() {
  if (server_ <= 0) return;
  ::kill(server_, SIGKILL);
  waitpid(server_, nullptr, 0);
  server_ = -1;
}

void PostgresServer::restart() {
  const std::vector<std::string> words = {programs() + "postgres",
                                          "-D",
                                          folder_ + "/data",
                                          "-k",
                                          socket_folder(),
                                          "-c",
                                          "listen_addresses=",
                                          "-c",
                                          settings_.durable ? "fsync=on" : "fsync=off",
                                          "-c",
                                          "max_connections=" + std::to_string(settings_.connections)};
  for (int i = 0; i < kMostTries; ++i) {
    // The former one's processes may hold its shared memory for a moment: then it ends at once.
    if (server_ <= 0 || waitpid(server_, nullptr, WNOHANG) == server_)
      server_ = start(words, folder_ + "/log");
    if (succeeds({programs() + "pg_isready", "-q", "-h", socket_folder(), "-d", "postgres", "-U", "heddle"},
                 folder_ + "/log"))
      return;
    usleep(kTry);
  }
  throw std::runtime_error("PostgreSQL does not start; see " + folder_ + "/log");
}

std::string PostgresServer::make_database(const std::string& name) {
  if (!succeeds({programs() + "createdb", "-h", socket_folder(), "-U", "heddle", name}, folder_ + "/log"))
    throw std::runtime_error("createdb failed");
  return url(name);
}

std::string PostgresServer::url(const std::string& database) const {
  return "postgresql:///" + database + "?user=heddle&host=" + socket_folder();
}

}  // namespace heddle::test
