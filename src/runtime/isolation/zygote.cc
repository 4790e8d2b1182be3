#include "runtime/isolation/zygote.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>

#include "event/wire.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/learning.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/replaying.h"
#include "runtime/isolation/setup.h"
#include "runtime/isolation/time_limit.h"
#include "runtime/services/opaque_code.h"
#include "runtime/system/channel.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kLongestReplay = 10'000;  // milliseconds

Progress shown_to_no_one;

// A replay may go where the search did not, and stay there.
int wait_for(long child, TimeLimit& limit) {
  constexpr timespec kAMoment{0, 200'000};
  int status = -1;
  for (;;) {
    const long result = raw_syscall(SYS_wait4, child, &status, WNOHANG, nullptr);
    if (result == child) return status;
    if (result < 0 && result != -EINTR) return -1;
    raw_syscall(SYS_nanosleep, &kAMoment, nullptr);
    limit.look(child);
  }
}

}  // namespace

Zygote::Zygote(Body body) {
  recording_ = map_recording();
  int sockets[2];
  if (recording_ == nullptr || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return;
  pid_ = fork_child();
  if (pid_ == 0) {
    close(sockets[0]);
    socket_ = sockets[1];
    serve(body);
  }
  close(sockets[1]);
  socket_ = sockets[0];
}

Zygote::~Zygote() {
  if (socket_ >= 0) close(socket_);
  if (pid_ > 0) {
    raw_syscall(SYS_kill, pid_, SIGKILL);
    raw_syscall(SYS_wait4, pid_, nullptr, 0, nullptr);
  }
  if (recording_ != nullptr) munmap(recording_, sizeof(Recording));
}

void Zygote::serve(Body body) {
  for (;;) {
    std::vector<std::uint8_t> message;
    if (!receive_message(socket_, message)) leave_process(0);
    Reader reader(message);
    MessageType type{};
    ReplayRequest request;
    reader.get(type);
    if (!decode(reader, request)) leave_process(0);
    const std::unique_ptr<Strategy> strategy = prepare_replay(request);
    request.execution.timeout_milliseconds = std::min(request.execution.timeout_milliseconds, kLongestReplay);
    recording_->reset();
    const long child = fork_child();
    if (child == 0) {
      silence(STDOUT_FILENO);  // the body has printed once already
      silence(STDERR_FILENO);
      if (request.execution.watch_opaque_code) opaque::watch();
      InProcessExecutor(*recording_, body).run(*strategy, request.execution);
      leave_process(0);
    }
    TimeLimit limit(*recording_, request.execution, shown_to_no_one);
    const int status = wait_for(child, limit);
    read_recording(*recording_, request.execution, execution_);
    if (status != 0) execution_.end = limit.was_reached() ? End::kStuck : End::kLost;
    if (execution_.end == End::kStuck) execution_.milliseconds = limit.elapsed_milliseconds();
    learn({recording_->discoveries, bounded(recording_->discoveries_count, Most::discoveries)},
          {recording_->modules, bounded(recording_->modules_count, Most::modules)});
    if (!send_message(socket_, encode(answer_to(request, execution_)))) leave_process(0);
  }
}

Result<Replayed> Zygote::replay(const ReplayRequest& request, const Watch&) {
  std::vector<std::uint8_t> answer;
  Replayed replayed;
  if (!works() || !send_message(socket_, encode(request)) || !receive_message(socket_, answer))
    return Error{"the process that repeats schedules is gone"};
  Reader reader(answer);
  MessageType type{};
  reader.get(type);
  if (!decode(reader, replayed)) return Error{"the process that repeats schedules is not understood"};
  return replayed;
}

}  // namespace heddle::runtime
