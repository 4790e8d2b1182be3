#include "runtime/isolation/told_by_tool.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/child_process.h"
#include "runtime/system/definitions.h"
#include "runtime/system/whole_files.h"

namespace heddle::runtime {

namespace {

constexpr time_t kLongest = 20;  // seconds; large programs have much debug information

// In a build tree and in an installation alike: PREFIX/lib or PREFIX/lib/ARCHITECTURE, and PREFIX/bin.
std::string find_tool() {
  std::string folder = own_module().l_name;
  for (int levels = 0; levels < 3; ++levels) {
    const std::size_t slash = folder.rfind('/');
    if (slash == std::string::npos) return {};
    folder.resize(slash);
    const std::string tool = folder + "/bin/heddle";
    if (levels > 0 && access(tool.c_str(), X_OK) == 0) return tool;
  }
  return {};
}

// The tool is an ordinary program: what is put in front of the test is not meant for it.
std::vector<char*> environment() {
  std::vector<char*> variables;
  for (char** each = environ; *each != nullptr; ++each)
    if (!std::string_view(*each).starts_with("LD_PRELOAD=")) variables.push_back(*each);
  variables.push_back(nullptr);
  return variables;
}

[[noreturn]] void become_tool(const std::string& tool, int input, int output) {
  std::vector<char*> variables = environment();
  raw_syscall(SYS_dup3, input, STDIN_FILENO, 0);
  raw_syscall(SYS_dup3, output, STDOUT_FILENO, 0);
  silence(STDERR_FILENO);
  const itimerval limit{.it_interval = {}, .it_value = {kLongest, 0}};  // SIGALRM ends the tool
  raw_syscall(SYS_setitimer, ITIMER_REAL, &limit, nullptr);
  const char* const words[] = {tool.c_str(), "tell", nullptr};
  raw_syscall(SYS_execve, tool.c_str(), words, variables.data());
  leave_process(1);
}

}  // namespace

std::optional<ToldFailure> told_by_tool(const Replayed& replayed) {
  const std::string tool = find_tool();
  if (tool.empty()) return std::nullopt;
  // A file in memory, not a pipe: nothing waits for the tool to read, and it may end without having done so.
  const long input = raw_syscall(SYS_memfd_create, "heddle-failure", MFD_CLOEXEC);
  int pipe[2];
  if (input < 0) return std::nullopt;
  if (raw_syscall(SYS_pipe2, pipe, O_CLOEXEC) != 0) {
    raw_syscall(SYS_close, input);
    return std::nullopt;
  }
  write_all(static_cast<int>(input), encode(replayed));
  raw_syscall(SYS_lseek, input, 0, SEEK_SET);
  const long child = fork_child();
  if (child == 0) become_tool(tool, static_cast<int>(input), pipe[1]);
  raw_syscall(SYS_close, input);
  raw_syscall(SYS_close, pipe[1]);
  const std::string text = read_all(pipe[0]);
  raw_syscall(SYS_close, pipe[0]);
  int status = -1;
  while (child > 0 && raw_syscall(SYS_wait4, child, &status, 0, nullptr) == -EINTR) {
  }
  const std::size_t end = text.find('\n');
  if (status != 0 || end == std::string::npos) return std::nullopt;
  return ToldFailure{text.substr(0, end), text.substr(end + 1)};
}

}  // namespace heddle::runtime
