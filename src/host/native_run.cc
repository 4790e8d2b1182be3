#include "host/native_run.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "host/default_signals.h"

namespace heddle::host {

namespace {

constexpr int kNativePollMilliseconds = 50;

[[noreturn]] void become(const std::vector<std::string>& words, int out, int err, pid_t parent) {
  setsid();  // so that its own children can be ended with it
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  dup2(open("/dev/null", O_RDONLY), 0);
  dup2(out, 1);
  dup2(err, 2);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  give_default_signals();
  execv(arguments.front(), arguments.data());
  const std::string words_of_failure = "cannot be started: " + std::string(std::strerror(errno)) + "\n";
  [[maybe_unused]] const ssize_t written = write(2, words_of_failure.data(), words_of_failure.size());
  _exit(127);
}

// False at the end of the stream. What is beyond the limit is read and dropped, so that nobody waits.
bool take(int descriptor, std::string& text, std::size_t limit) {
  char buffer[65536];
  const ssize_t got = read(descriptor, buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  text.append(buffer, std::min(static_cast<std::size_t>(got), limit - std::min(limit, text.size())));
  return true;
}

}  // namespace

Result<NativeOutcome> run_natively(const std::vector<std::string>& words, const NativeLimits& limits) {
  int out[2];
  int err[2];
  if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0)
    return Error{"pipe: " + std::string(std::strerror(errno))};
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return Error{"fork: " + std::string(std::strerror(errno))};
  if (child == 0) become(words, out[1], err[1], parent);
  close(out[1]);
  close(err[1]);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(limits.seconds);
  NativeOutcome outcome;
  pollfd streams[2] = {{out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
  bool late = false;
  int status = 0;
  bool ended = false;
  // Until it has ended: a descendant that lives on may keep the pipes open for ever.
  while (!late && !ended) {
    ended = waitpid(child, &status, WNOHANG) == child;
    for (int rounds = 0; rounds < 1000; ++rounds) {
      if (poll(streams, 2, ended || rounds > 0 ? 0 : kNativePollMilliseconds) <= 0) break;
      if (streams[0].revents != 0 && !take(out[0], outcome.output, limits.bytes)) streams[0].fd = -1;
      if (streams[1].revents != 0 && !take(err[0], outcome.errors, limits.bytes)) streams[1].fd = -1;
      if (streams[0].fd < 0 && streams[1].fd < 0) break;
    }
    if (!ended && streams[0].fd < 0 && streams[1].fd < 0) usleep(kNativePollMilliseconds * 100);
    late = !ended && std::chrono::steady_clock::now() > end;
  }
  kill(-child, SIGKILL);
  if (!ended) waitpid(child, &status, 0);
  close(out[0]);
  close(err[0]);
  if (late)
    return Error{"it did not end within " + std::to_string(static_cast<int>(limits.seconds)) + " seconds"};
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

}  // namespace heddle::host
