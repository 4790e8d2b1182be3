#include "process/collect.h"

#include <poll.h>
#include <unistd.h>
#include <array>
#include <chrono>

namespace heddle::process {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCollectPollMilliseconds = 50;
constexpr int kNapMicroseconds = 5000;
constexpr int kMostReads = 1000;  // before the time is looked at again

// The ends of the pipes that are read.
class Listener {
 public:
  Listener(Collected& collected, std::size_t most)
      : texts_{&collected.output, &collected.errors}, most_(most) {}

  // The end that the child writes to.
  Result<Descriptor> open(std::size_t stream) {
    Result<Pipe> pipe = make_pipe();
    if (!pipe) return Error{pipe.error()};
    pipes_[stream] = std::move(pipe->read_end);
    return std::move(pipe->write_end);
  }

  bool is_at_end() const { return !pipes_[0].is_open() && !pipes_[1].is_open(); }

  // Reads once what is there, or comes within the time. False: nothing did.
  bool listen(int milliseconds) {
    std::array<pollfd, 2> polled;
    for (std::size_t i = 0; i < pipes_.size(); ++i) polled[i] = {pipes_[i].number(), POLLIN, 0};
    if (poll(polled.data(), polled.size(), milliseconds) <= 0) return false;
    for (std::size_t i = 0; i < pipes_.size(); ++i)
      if (polled[i].revents != 0 && !read_some(pipes_[i], *texts_[i], most_)) pipes_[i].close();
    return true;
  }

 private:
  std::array<Descriptor, 2> pipes_;
  std::array<std::string*, 2> texts_;
  std::size_t most_;
};

void listen_to_the_end(Child& child, Listener& listener, Collected& collected) {
  while (!listener.is_at_end()) listener.listen(-1);
  collected.ending = child.wait();
}

// Until the child has ended: a descendant that lives on may keep the pipes open for ever.
void listen_within(double seconds, Child& child, Listener& listener, Collected& collected) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::optional<Ending> ending;
  while (!ending && !collected.late) {
    ending = child.ended();
    for (int reads = 0; reads < kMostReads && !listener.is_at_end(); ++reads)
      if (!listener.listen(ending || reads > 0 ? 0 : kCollectPollMilliseconds)) break;
    if (!ending && listener.is_at_end()) usleep(kNapMicroseconds);
    collected.late = !ending && Clock::now() > end;
  }
  child.kill_group();
  collected.ending = ending ? *ending : child.wait();
}

}  // namespace

Result<Collected> collect(ChildOptions options, Keep keep, const CollectLimits& limits) {
  Collected collected;
  Listener listener(collected, limits.bytes);
  Descriptor output, errors;
  if (keep != Keep::kErrors) {
    Result<Descriptor> opened = listener.open(0);
    if (!opened) return Error{opened.error()};
    output = std::move(*opened);
    options.output = Stream::to(output);
    if (keep == Keep::kBothAsOne) options.errors = Stream::to(output);
  }
  if (keep == Keep::kErrors || keep == Keep::kBoth) {
    Result<Descriptor> opened = listener.open(1);
    if (!opened) return Error{opened.error()};
    errors = std::move(*opened);
    options.errors = Stream::to(errors);
  }
  Result<Child> child = Child::start(options);
  if (!child) return Error{child.error()};
  output.close();
  errors.close();
  if (limits.seconds)
    listen_within(*limits.seconds, *child, listener, collected);
  else
    listen_to_the_end(*child, listener, collected);
  return collected;
}

}  // namespace heddle::process
