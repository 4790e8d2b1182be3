// The compiler and other commands: started, heard and waited for.
#pragma once

#include <csignal>
#include <string>
#include <vector>

#include "event/result.h"
#include "process/child.h"

namespace heddle::compile {

// While it lives, a signal that would end this process (Ctrl-C) is held back, so that temporary files
// can be removed first: run_command() passes it on to the compiler, and the destructor lets this
// process end by it. Make it before the temporary files.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool interrupted() const { return interrupted_by_ != 0; }
  const sigset_t& original_mask() const { return original_mask_; }

  process::Ending wait_for(process::Child& child);

 private:
  sigset_t held_;  // without SIGCHLD
  sigset_t original_mask_;
  struct sigaction original_child_action_{};
  int interrupted_by_ = 0;
};

// Runs a command with this process's standard streams and returns what a shell would: its exit status, or
// 128 + the signal that ended it. The error says that it could not be started.
Result<int> run_command(const std::vector<std::string>& words, InterruptGuard& guard);

// What a command says on one of its streams, and how it ended. The other stream is this process's.
enum class Stream { kOutput, kErrors };
struct Spoken {
  std::string text;
  int status = 0;  // the exit status, or 128 + the signal that ended it
};
// In this folder; empty: in the current one.
Result<Spoken> answer_of(const std::vector<std::string>& words, Stream stream,
                         const std::string& folder = {});

// Standard output of a command that is only asked something (no input, no translation, errors dropped).
Result<std::string> output_of(const std::vector<std::string>& words);

}  // namespace heddle::compile
