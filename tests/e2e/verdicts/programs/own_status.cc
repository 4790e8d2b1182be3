// A program that looks for a debugger in /proc/self/status, as test frameworks do: what it reads there is as
// long in every process, so that its steps are the same in a search and in a replay.
//
// run: => nothing
// options: --executions 50
#include <unistd.h>
#include <cassert>
#include <fstream>
#include <string>
#include <thread>

int main() {
  std::thread other([] {});
  int lines = 0;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("Pid:\t", 0) == 0) {
      ++lines;
      assert(line.size() == 12);
      assert(std::stoi(line.substr(5)) == getpid());
    }
    if (line.rfind("PPid:\t", 0) == 0) {
      ++lines;
      assert(line == "PPid:\t0");
    }
  }
  assert(lines == 2);
  other.join();
}
