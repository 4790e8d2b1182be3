#include "compile/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace heddle::compile {
namespace {

constexpr std::array<int, 4> kEndingSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

Error cannot_start(const std::vector<std::string>& words, int error) {
  return Error{"cannot start '" + words.front() + "': " + std::strerror(error)};
}

std::vector<std::string> environment_in_plain_english() {
  std::vector<std::string> environment = {"LC_ALL=C"};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::strncmp(*variable, "LC_ALL=", 7) != 0) environment.emplace_back(*variable);
  }
  return environment;
}

std::string read_to_end(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  while (true) {
    const ssize_t got = read(descriptor, buffer.data(), buffer.size());
    if (got > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
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

int InterruptGuard::wait_for(pid_t child) {
  sigset_t awaited = held_;
  sigaddset(&awaited, SIGCHLD);
  while (true) {
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    if (ended < 0 && errno != EINTR) return -1;
    const int signal = sigwaitinfo(&awaited, nullptr);
    if (signal > 0 && signal != SIGCHLD) {
      interrupted_by_ = signal;
      kill(child, signal);
    }
  }
}

Result<int> run_command(const std::vector<std::string>& words, InterruptGuard& guard) {
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &guard.original_mask());
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, words.front().c_str(), nullptr, &attributes, pointers_to(words).data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return cannot_start(words, error);
  const int status = guard.wait_for(child);
  if (status == -1) return Error{"lost '" + words.front() + "' while it was running"};
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<Spoken> answer_of(const std::vector<std::string>& words, Stream stream, const std::string& folder) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return cannot_start(words, errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1],
                                   stream == Stream::kOutput ? STDOUT_FILENO : STDERR_FILENO);
  if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), &actions, nullptr, pointers_to(words).data(),
                                 pointers_to(environment_in_plain_english()).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  Spoken answer;
  if (error == 0) answer.text = read_to_end(ends[0]);
  close(ends[0]);
  if (error != 0) return cannot_start(words, error);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  answer.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return answer;
}

Result<std::string> output_of(const std::vector<std::string>& words) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return cannot_start(words, errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words.front().c_str(), &actions, nullptr, pointers_to(words).data(),
                                 pointers_to(environment_in_plain_english()).data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text = error == 0 ? read_to_end(ends[0]) : std::string();
  close(ends[0]);
  if (error != 0) return cannot_start(words, error);
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return text;
}

}  // namespace heddle::compile
