// A process that is run by a test: its input given, its output captured, its time limited.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace heddle::e2e {

struct Command {
  std::vector<std::string> words;
  std::string folder = ".";
  std::string input = {};
  std::map<std::string, std::string> environment = {};          // on top of a tidied copy of ours
  std::chrono::seconds timeout{HEDDLE_FULL_TESTS ? 800 : 100};  // only a hanging process meets it
  bool on_terminal = false;                                     // its standard output is a terminal
};

struct Outcome {
  int status = -1;  // as a shell shows it: 128 + N after signal N; -1: it was ended by the timeout
  std::string out;
  std::string err;
  std::uint64_t peak_memory = 0;  // bytes, the largest of the process and its descendants
};

class Process {
 public:
  explicit Process(const Command& command);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return id_; }
  void signal(int number) const;
  Outcome finish();

 private:
  bool ended_in_time();

  std::chrono::seconds timeout_;
  pid_t id_ = -1;
  int handle_ = -1;
  int out_ = -1;
  int err_ = -1;
  bool on_terminal_ = false;
  std::string shown_;  // by a terminal, which keeps little
  bool finished_ = false;
};

Outcome run(const Command& command);

// The processes that execute this very file.
std::vector<pid_t> processes_running(const std::string& executable);

// Asks again and again until the answer is true, or the time is over.
template <typename Question>
bool eventually(std::chrono::milliseconds limit, Question question);

void pause_briefly();

template <typename Question>
bool eventually(std::chrono::milliseconds limit, Question question) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!question()) {
    if (std::chrono::steady_clock::now() > end) return false;
    pause_briefly();
  }
  return true;
}

}  // namespace heddle::e2e
