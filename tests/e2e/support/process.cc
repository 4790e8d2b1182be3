#include "support/process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <pty.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace heddle::e2e {

namespace {

// The machine's own settings must not decide what is tested.
constexpr const char* kForgotten[] = {"HEDDLE_CC",     "HEDDLE_CXX", "HEDDLE_OPTIONS",
                                      "HEDDLE_REPLAY", "NO_COLOR",   "LD_PRELOAD"};

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

int memory_file(const std::string& contents = {}) {
  const int file = memfd_create("captured", MFD_CLOEXEC);
  if (file < 0) std::abort();
  if (write(file, contents.data(), contents.size()) != static_cast<ssize_t>(contents.size())) std::abort();
  lseek(file, 0, SEEK_SET);
  return file;
}

// All there is to read; a file is rewound first, a terminal cannot be.
std::string contents(int file) {
  lseek(file, 0, SEEK_SET);
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  return text;
}

[[noreturn]] void become(const Command& command, int in, int out, int err) {
  setpgid(0, 0);
  if (chdir(command.folder.c_str()) != 0) _exit(126);
  for (const char* name : kForgotten) unsetenv(name);
  setenv("TERM", "xterm", 1);
  for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  close_range(STDERR_FILENO + 1, ~0u,
              CLOSE_RANGE_CLOEXEC);  // whatever runs the tests has files of its own open
  execvp(command.words.front().c_str(), pointers_to(command.words).data());
  _exit(127);
}

}  // namespace

Process::Process(const Command& command) : timeout_(command.timeout), on_terminal_(command.on_terminal) {
  const int in = memory_file(command.input);
  err_ = memory_file();
  int terminal = -1;
  if (command.on_terminal) {
    if (openpty(&out_, &terminal, nullptr, nullptr, nullptr) != 0) std::abort();
    fcntl(out_, F_SETFL, O_NONBLOCK);
    for (int end : {out_, terminal}) fcntl(end, F_SETFD, FD_CLOEXEC);
  } else {
    out_ = memory_file();
  }
  id_ = fork();
  if (id_ < 0) std::abort();
  if (id_ == 0) become(command, in, terminal >= 0 ? terminal : out_, err_);
  handle_ = static_cast<int>(syscall(SYS_pidfd_open, id_, 0));
  close(in);
  if (terminal >= 0) close(terminal);
}

Process::~Process() {
  if (!finished_) {
    kill(-id_, SIGKILL);
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  for (int file : {handle_, out_, err_}) close(file);
}

void Process::signal(int number) const {
  kill(id_, number);
}

// A terminal is read meanwhile: who writes to a full one waits.
bool Process::ended_in_time() {
  const auto end = std::chrono::steady_clock::now() + timeout_;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd ended{handle_, POLLIN, 0};
    const int slice = on_terminal_ ? 10 : static_cast<int>(left.count());
    if (poll(&ended, 1, slice) == 1) return true;
    if (on_terminal_) shown_ += contents(out_);
  }
}

Outcome Process::finish() {
  Outcome outcome;
  const bool in_time = ended_in_time();
  if (!in_time) {
    kill(-id_, SIGKILL);
    kill(id_, SIGKILL);
  }
  int status = 0;
  rusage usage{};
  wait4(id_, &status, 0, &usage);
  finished_ = true;
  if (in_time) outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = on_terminal_ ? shown_ + contents(out_) : contents(out_);
  outcome.err = contents(err_);
  if (!in_time) outcome.err += "\n(ended by the test after " + std::to_string(timeout_.count()) + " s)\n";
  outcome.peak_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return outcome;
}

Outcome run(const Command& command) {
  return Process(command).finish();
}

std::vector<pid_t> processes_running(const std::string& executable) {
  namespace fs = std::filesystem;
  std::vector<pid_t> found;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    std::error_code gone;
    if (fs::read_symlink(entry.path() / "exe", gone) == executable)
      found.push_back(std::atoi(entry.path().filename().c_str()));
  }
  return found;
}

void pause_briefly() {
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace heddle::e2e
