#include "compile/commands.h"

#include <array>

#include "process/collect.h"

namespace heddle::compile {
namespace {

constexpr std::array<int, 4> kEndingSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

Error cannot_start(const std::vector<std::string>& words, const std::string& reason) {
  return Error{"cannot start '" + words.front() + "': " + reason};
}

// A command that is asked something: it reads nothing and speaks plain English.
process::ChildOptions question(const std::vector<std::string>& words) {
  process::ChildOptions options;
  options.words = words;
  options.search_path = true;
  options.input = process::Stream::nowhere();
  options.variables = {{"LC_ALL", "C"}};
  return options;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  sigemptyset(&held_);
  for (const int signal : kEndingSignals) {
    // What the caller ignores (nohup) must stay ignored; held back it would be delivered to us.
    struct sigaction action{};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&held_, signal);
  }
  // An inherited "ignore" would make the children's statuses vanish.
  struct sigaction by_default{};
  by_default.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &by_default, &original_child_action_);
  sigset_t blocked = held_;
  sigaddset(&blocked, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &blocked, &original_mask_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGCHLD, &original_child_action_, nullptr);
  pthread_sigmask(SIG_SETMASK, &original_mask_, nullptr);
  if (interrupted()) raise(interrupted_by_);
}

process::Ending InterruptGuard::wait_for(process::Child& child) {
  sigset_t awaited = held_;
  sigaddset(&awaited, SIGCHLD);
  while (true) {
    if (const std::optional<process::Ending> ending = child.ended()) return *ending;
    const int signal = sigwaitinfo(&awaited, nullptr);
    if (signal > 0 && signal != SIGCHLD) {
      interrupted_by_ = signal;
      child.send(signal);
    }
  }
}

Result<int> run_command(const std::vector<std::string>& words, InterruptGuard& guard) {
  process::ChildOptions options;
  options.words = words;
  options.search_path = true;
  options.signal_mask = guard.original_mask();
  Result<process::Child> child = process::Child::start(options);
  if (!child) return cannot_start(words, child.error());
  const process::Ending ending = guard.wait_for(*child);
  if (ending.is_lost()) return Error{"lost '" + words.front() + "' while it was running"};
  return ending.shell_status();
}

Result<Spoken> answer_of(const std::vector<std::string>& words, Stream stream, const std::string& folder) {
  process::ChildOptions options = question(words);
  options.folder = folder;
  const bool output = stream == Stream::kOutput;
  Result<process::Collected> collected =
      process::collect(options, output ? process::Keep::kOutput : process::Keep::kErrors);
  if (!collected) return cannot_start(words, collected.error());
  return Spoken{std::move(output ? collected->output : collected->errors), collected->ending.shell_status()};
}

Result<std::string> output_of(const std::vector<std::string>& words) {
  process::ChildOptions options = question(words);
  options.errors = process::Stream::nowhere();
  Result<process::Collected> collected = process::collect(options, process::Keep::kOutput);
  if (!collected) return cannot_start(words, collected.error());
  return std::move(collected->output);
}

}  // namespace heddle::compile
