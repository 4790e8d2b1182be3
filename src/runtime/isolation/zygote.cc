#include "runtime/isolation/zygote.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include "event/wire.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/read_recording.h"
#include "runtime/isolation/setup.h"
#include "runtime/system/channel.h"
#include "strategies/replay.h"

namespace heddle::runtime {

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
    ExecutionOptions options;
    Schedule schedule;
    reader.get(options);
    reader.get_all(schedule);
    recording_->reset();
    const long child = fork_child();
    if (child == 0) {
      Replay strategy(std::move(schedule), {});
      InProcessExecutor(*recording_, body).run(strategy, options);
      leave_process(0);
    }
    int status = -1;
    raw_syscall(SYS_wait4, child, &status, 0, nullptr);
    Writer writer;
    writer.put(status);
    if (!send_message(socket_, writer.bytes())) leave_process(0);
  }
}

const Execution& Zygote::replay(const Schedule& schedule, const ExecutionOptions& options) {
  Writer writer;
  writer.put(options);
  writer.put_all(std::span<const Run>(schedule));
  std::vector<std::uint8_t> answer;
  execution_ = {};
  execution_.end = End::kLost;
  if (!send_message(socket_, writer.bytes()) || !receive_message(socket_, answer)) return execution_;
  Reader reader(answer);
  int status = -1;
  reader.get(status);
  read_recording(*recording_, options, execution_);
  if (status != 0) execution_.end = End::kLost;
  return execution_;
}

}  // namespace heddle::runtime
