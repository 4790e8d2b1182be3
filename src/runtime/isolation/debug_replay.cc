#include "runtime/isolation/debug_replay.h"
#include "runtime/system/whole_files.h"

#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>
#include <string>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/program.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/explorer.h"
#include "runtime/isolation/fork_executor.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/setup.h"
#include "runtime/isolation/surroundings.h"
#include "runtime/services/debugger.h"
#include "search/messages.h"
#include "strategies/replay.h"

namespace heddle::runtime {

namespace {

[[noreturn]] void give_up(const std::string& problem) {
  const std::string text = "heddle: " + problem + "\n";
  raw_syscall(SYS_write, 2, text.data(), text.size());
  leave_process(3);
}

}  // namespace

void replay_in_place(void (*program)()) {
  const std::string folder = std::getenv(kDebugReplayVariable);
  unsetenv(kDebugReplayVariable);
  restore_environment();
  const std::string text = read_file(folder + "/" + kDebugRequestFile);
  const std::vector<std::uint8_t> message(text.begin(), text.end());
  Reader reader(message);
  MessageType type{};
  ReplayRequest request;
  reader.get(type);
  if (type != MessageType::kReplay || !decode(reader, request)) give_up("the replay to debug cannot be read");
  const int input = open((folder + "/" + kDebugInputFile).c_str(), O_RDONLY);
  if (input >= 0) {
    dup2(input, 0);
    close(input);
  }
  Recording* recording = map_recording();
  std::string problem = set_up_runtime();
  if (problem.empty() && recording == nullptr) problem = "there is no shared memory for the events";
  if (!problem.empty()) give_up(problem);
  install_crash_handlers();
  if (request.execution.carrier == Carrier::kContexts) context_pool().fill(kContextsAtFirst);
  recording->reset();
  ProgramSurroundings surroundings = ProgramSurroundings::from_environment();
  problem = surroundings.prepare(STDOUT_FILENO);
  if (!problem.empty()) give_up(problem);
  let_debugger_watch(*recording, request.schedule);
  auto* strategy = new Replay(std::move(request.schedule), std::move(request.record));
  enter_program(*strategy, request.execution, *recording, map_stack(0), program);
}

}  // namespace heddle::runtime
