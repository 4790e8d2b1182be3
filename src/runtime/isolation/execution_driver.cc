#include "runtime/isolation/execution_driver.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/services/program_state.h"
#include "runtime/system/leave_process.h"
#include "runtime/system/process_activity.h"
#include "runtime/system/real_time.h"

namespace heddle::runtime {

namespace {

// After the program's end, for a driver that has not ended yet.
constexpr std::uint64_t kDriverPatience = 1000;  // milliseconds
constexpr timespec kMoment{0, 200'000};
constexpr int kSignalOffset = 128;  // as shells count

// The folder in the environment is the program's.
std::vector<char*> variables_of_driver() {
  std::vector<char*> variables;
  for (char** each = environ; *each != nullptr; ++each)
    if (!std::string_view(*each).starts_with("PWD=")) variables.push_back(*each);
  variables.push_back(nullptr);
  return variables;
}

bool has_ended(long process) {
  siginfo_t info{};
  return raw_syscall(SYS_waitid, P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT, nullptr) == 0 &&
         info.si_pid == process;
}

int shell_status(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return WIFSIGNALED(status) ? kSignalOffset + WTERMSIG(status) : 0;
}

}  // namespace

ExecutionDriver::ExecutionDriver(std::string command) : command_(std::move(command)) {
  if (command_.empty()) return;
  void* memory =
      mmap(nullptr, sizeof(driver::Line), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  program_state::leave_out(memory);
  line_ = static_cast<driver::Line*>(memory);
  folder_ = keep_out_of_the_way(
      static_cast<int>(raw_syscall(SYS_openat, AT_FDCWD, ".", O_PATH | O_DIRECTORY | O_CLOEXEC)));
  driver::use(line_);
}

std::string ExecutionDriver::prepare(int output) {
  if (line_ == nullptr) return "there is no shared memory for the driver";
  *line_ = {};
  process_ = fork_child();
  if (process_ == 0) become_driver(output);
  if (process_ < 0) return "the driver's process cannot be made: there are too many processes";
  raw_syscall(SYS_setpgid, process_, process_);  // whichever of the two comes first
  line_->process = process_;
  return {};
}

void ExecutionDriver::become_driver(int output) {
  raw_syscall(SYS_setpgid, 0, 0);
  while (__atomic_load_n(&line_->may_start, __ATOMIC_ACQUIRE) == 0)
    raw_syscall(SYS_futex, &line_->may_start, FUTEX_WAIT, 0, nullptr, nullptr, 0);
  raw_syscall(SYS_fchdir, folder_);
  const long nothing = raw_syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC);
  raw_syscall(SYS_dup3, nothing, STDIN_FILENO, 0);
  raw_syscall(SYS_dup3, output >= 0 ? output : nothing, STDOUT_FILENO, 0);
  raw_syscall(SYS_dup3, output >= 0 ? output : nothing, STDERR_FILENO, 0);
  raw_syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, 0);
  const char* const words[] = {"/bin/sh", "-c", command_.c_str(), nullptr};
  std::vector<char*> variables = variables_of_driver();
  raw_syscall(SYS_execve, words[0], words, variables.data());
  leave_process(127);
}

// One that only waits would wait for a program that is gone.
void ExecutionDriver::wait_for_end() {
  const std::uint64_t start = real_milliseconds();
  ProcessActivity before;
  while (real_milliseconds() - start < kDriverPatience) {
    const ProcessActivity now = activity_of(process_);
    if (now.activity == Activity::kEnded) return;
    if (now.activity == Activity::kWaits && before.activity == Activity::kWaits &&
        now.worked == before.worked)
      return;
    before = now;
    raw_syscall(SYS_nanosleep, &kMoment, nullptr);
  }
}

int ExecutionDriver::end(bool status_matters) {
  if (process_ <= 0) return 0;
  const bool started = __atomic_load_n(&line_->may_start, __ATOMIC_RELAXED) != 0;
  if (started && status_matters) wait_for_end();
  const bool ended = has_ended(process_);
  raw_syscall(SYS_kill, -process_, SIGKILL);  // with what it left running in the background
  int status = 0;
  while (raw_syscall(SYS_wait4, process_, &status, 0, nullptr) == -EINTR) {
  }
  process_ = 0;
  return ended ? shell_status(status) : 0;
}

}  // namespace heddle::runtime
