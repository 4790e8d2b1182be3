#include "runtime/isolation/surroundings.h"

#include <fcntl.h>
#include <cstdlib>
#include <utility>

#include "runtime/arch/raw_syscall.h"
#include "search/messages.h"

namespace heddle::runtime {

namespace {

// As shells have it.
constexpr int kCannotBeExecuted = 126;
constexpr int kNotFound = 127;

std::string take_variable(const char* name) {
  const char* value = std::getenv(name);
  std::string text = value != nullptr ? value : "";
  unsetenv(name);
  return text;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

ProgramSurroundings::ProgramSurroundings(FreshFolder folder, ExecutionDriver driver, std::string socket)
    : folder_(std::move(folder)), driver_(std::move(driver)), socket_(std::move(socket)) {}

ProgramSurroundings ProgramSurroundings::from_environment() {
  std::string command = take_variable(kDriverVariable);
  std::string socket = command.empty() ? "" : variable(kSocketVariable);
  FreshFolder folder(take_variable(kFolderVariable), take_variable(kTemplateVariable));
  return {std::move(folder), ExecutionDriver(std::move(command)), std::move(socket)};
}

std::string ProgramSurroundings::prepare(int output) {
  if (!socket_.empty()) raw_syscall(SYS_unlinkat, AT_FDCWD, socket_.c_str(), 0);
  std::string problem = folder_.renew();
  if (problem.empty() && driver_.is_there()) problem = driver_.prepare(output);
  return problem;
}

void ProgramSurroundings::judge_driver(Execution& execution) {
  if (!driver_.is_there()) return;
  const int status = driver_.end(execution.end == End::kCompleted);
  if (status == 0 || execution.end != End::kCompleted) return;
  execution.failure = {};
  if (status == kNotFound || status == kCannotBeExecuted) {
    execution.end = End::kRefused;
    execution.failure.text = "the shell cannot start the driver '" + driver_.command() + "' (status " +
                             std::to_string(status) + "): it is run in the folder that heddle is called in";
    return;
  }
  execution.end = End::kFailed;
  execution.failure.kind = FailureKind::kDriver;
  execution.failure.code = status;
}

}  // namespace heddle::runtime
