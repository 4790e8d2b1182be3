// Finds its folder as it should be, and leaves it otherwise.
//   ledger FIRST-LINE [lossy]: of the file `ledger`; empty if there is to be none
// A lossy one fails under some schedules.
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

int main(int argc, char** argv) {
  std::string line;
  std::getline(std::ifstream("ledger"), line);
  if (line != argv[1]) return 70;
  if (access("left", F_OK) == 0 || access("inner/left", F_OK) == 0) return 71;
  char folder[4096];
  if (getcwd(folder, sizeof folder) == nullptr) return 72;
  const char* said = std::getenv("PWD");
  if (said != nullptr && std::strcmp(said, folder) != 0) return 73;
  std::atomic<int> written{0};
  const auto write = [&](const char* file) {
    std::ofstream(file) << "left";
    const int before = written;
    written = before + 1;
  };
  mkdir("inner", 0755);
  std::thread other(write, "left");
  write("inner/left");
  other.join();
  std::ofstream("ledger") << "changed";
  std::rename("ledger", "other");
  chmod("inner", 0);
  std::puts(folder);
  std::fflush(stdout);
  assert(argc < 3 || written == 2);
}
