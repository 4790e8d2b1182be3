// A process that this one starts and waits for: a program, or a function in a fork.
#pragma once

#include <sys/types.h>
#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "event/result.h"
#include "process/descriptor.h"
#include "process/environment.h"

namespace heddle::process {

// Where one of the child's standard streams goes.
class Stream {
 public:
  static Stream inherited() { return Stream(kInherited); }
  static Stream nowhere() { return Stream(kNowhere); }  // /dev/null
  // The descriptor must stay open until the child was started.
  static Stream to(const Descriptor& descriptor) { return Stream(descriptor.number()); }

  bool is_inherited() const { return number_ == kInherited; }
  bool is_nowhere() const { return number_ == kNowhere; }
  int number() const { return number_; }

 private:
  static constexpr int kInherited = -1, kNowhere = -2;
  explicit Stream(int number) : number_(number) {}
  int number_;
};

struct ChildOptions {
  // A program and its arguments ...
  std::vector<std::string> words;
  bool search_path = false;  // a program without a slash is looked for on PATH
  // ... or a function in a fork; what it returns is the exit status. No destructor of this process runs
  // there.
  std::function<int()> body;

  std::vector<Variable> variables;  // set in the program's environment, which is otherwise this process's
  std::string folder;               // empty: this process's
  Stream input = Stream::inherited();
  Stream output = Stream::inherited();
  Stream errors = Stream::inherited();
  std::vector<int> kept;      // descriptors that stay open in the program, with their numbers
  bool own_session = false;   // a terminal's Ctrl-C does not reach it, and kill_group() its own children, too
  bool ends_with_us = false;  // killed when the thread that starts it ends
  bool fixed_addresses = false;         // no address-space randomisation
  bool default_signals = false;         // give_default_signals()
  std::optional<sigset_t> signal_mask;  // none: this process's
};

// How a child ended, or that it was stopped under ptrace.
class Ending {
 public:
  explicit Ending(int status) : status_(status) {}
  // The system no longer knows it, so its status is unknown.
  static Ending lost() { return Ending(kLost); }

  bool is_lost() const { return status_ == kLost; }
  bool is_stopped() const;
  bool is_success() const { return status_ == 0; }
  std::optional<int> exit_status() const;  // none: a signal ended it
  int signal() const;                      // 0: it exited
  std::string signal_name() const;         // "Killed"
  int shell_status() const;                // the exit status, or 128 + the signal

 private:
  static constexpr int kLost = -1;
  int status_;
};

class Child {
 public:
  Child() = default;
  // The error is what the system says, for example "No such file or directory".
  static Result<Child> start(const ChildOptions& options);
  // A child that still runs is killed.
  ~Child();
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t id() const { return id_; }
  // None: it still runs.
  std::optional<Ending> ended();
  Ending wait();
  void send(int signal);
  void kill();
  // It, and with own_session what it started, even when it has ended itself.
  void kill_group();
  // It may outlive this process.
  void let_go();

 private:
  explicit Child(pid_t id, bool own_session) : id_(id), own_session_(own_session) {}
  bool is_running() const { return id_ > 0 && !ending_; }
  std::optional<Ending> ask(int flags);

  pid_t id_ = -1;
  bool own_session_ = false;
  std::optional<Ending> ending_;
};

// Turns address-space randomisation off for the programs that this process will become or start. False: not
// possible.
bool fix_addresses();

}  // namespace heddle::process
