#include "runtime/isolation/snapshot_copy.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <cerrno>
#include <csignal>

#include "event/wire.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/isolation/child_process.h"
#include "runtime/isolation/own_descriptors.h"
#include "runtime/isolation/time_limit.h"
#include "runtime/system/channel.h"
#include "search/messages.h"

namespace heddle::runtime {

namespace {

constexpr long kMillisecondsBetweenLooks = 100;

bool has_something(int socket) {
  pollfd what{socket, POLLIN, 0};
  const timespec look{0, kMillisecondsBetweenLooks * 1'000'000};
  return raw_syscall(SYS_ppoll, &what, 1, &look, nullptr, 0) > 0;
}

}  // namespace

std::string SnapshotCopy::make(const ProgramPlace& place, const ExecutionOptions& options,
                               Recording& recording, Progress& progress, const Begin& begin,
                               const std::function<void(int)>& serve) {
  if (process_ > 0 && place == place_) return {};
  end();
  int ends[2];
  if (raw_syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return "there is no socket for another process";
  const int ours = keep_out_of_the_way(ends[0]), its = keep_out_of_the_way(ends[1]);
  recording.reset();
  process_ = fork_child();
  if (process_ == 0) {
    raw_syscall(SYS_close, ours);
    const std::string problem = begin();
    Writer writer;
    writer.put(problem);
    if (!send_message(its, writer.bytes()) || !problem.empty()) leave_process(0);
    serve(its);
    leave_process(0);
  }
  raw_syscall(SYS_close, its);
  socket_ = ours;
  if (process_ < 0) return "there is no other process for it";
  std::string problem = wait_for_arrival(place, options, recording, progress);
  if (problem.empty())
    place_ = place;
  else
    end();
  return problem;
}

std::string SnapshotCopy::wait_for_arrival(const ProgramPlace& place, const ExecutionOptions& options,
                                           Recording& recording, Progress& progress) {
  TimeLimit limit(recording, options, progress);
  while (!has_something(socket_)) limit.look(process_);
  std::vector<std::uint8_t> message;
  std::string problem;
  if (receive_message(socket_, message)) {
    Reader reader(message);
    reader.get(problem);
  } else {
    problem = "the program was killed before it came to '" + place.name + "': search without --snapshot";
  }
  if (!limit.was_reached()) return problem;
  const bool by_search = progress.stop.load(std::memory_order_relaxed) == kStopNow;
  return "the program did not come to '" + place.name + "' within " +
         std::to_string(limit.elapsed_milliseconds() / 1000) + " s; raise " +
         (by_search ? "--time" : "--execution-timeout");
}

std::vector<std::uint8_t> SnapshotCopy::ask(const std::vector<std::uint8_t>& message) {
  std::vector<std::uint8_t> answer;
  if (process_ > 0 && send_message(socket_, message) && receive_message(socket_, answer)) return answer;
  end();
  return {};
}

void SnapshotCopy::end() {
  if (process_ > 0) {
    raw_syscall(SYS_kill, process_, SIGKILL);
    for (int status; raw_syscall(SYS_wait4, process_, &status, 0, nullptr) == -EINTR;) {
    }
  }
  if (socket_ >= 0) raw_syscall(SYS_close, socket_);
  process_ = 0;
  socket_ = -1;
}

}  // namespace heddle::runtime
