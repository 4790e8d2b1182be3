// poll, select, epoll_wait: waiting for any of several descriptors, or for virtual time to pass.
#include <sys/epoll.h>
#include <sys/select.h>
#include <vector>

#include "runtime/interpose/call_memory.h"
#include "runtime/interpose/descriptors.h"
#include "runtime/interpose/open_descriptors.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// No limit; do not wait; a point in virtual time.
struct Patience {
  bool waits = true;
  std::optional<std::uint64_t> deadline;
};

Patience patience_of(std::uint64_t duration) {
  if (duration == 0) return {false, {}};
  return {true, program().clock.now() + duration};
}

Patience patience_of(const timespec* limit) {
  return limit == nullptr ? Patience{} : patience_of(nanoseconds(*limit));
}

Patience patience_of_milliseconds(int limit) {
  return limit < 0 ? Patience{} : patience_of(static_cast<std::uint64_t>(limit) * 1'000'000);
}

// ask() is the call itself, with a time limit of zero.
template <typename Ask>
int wait_for_any(std::span<const Watch> watches, const Patience& patience, SiteId site, Ask ask) {
  const Operation operation = outside::operation(OperationKind::kPoll, site);
  for (;;) {
    bool came = false;
    if (patience.waits) {
      OutsideWait wait{.watches = watches};
      wait.goes_on_after_handlers = false;
      came = outside::await(operation, wait, patience.deadline ? &*patience.deadline : nullptr);
      if (wait.interrupted) {
        outside::performed(1, Effect::kNone);
        return fail_with(EINTR);
      }
    } else {
      outside::announce(operation);
    }
    const int result = ask();
    const int error = errno;
    if (result == 0)
      for (const Watch& watch : watches) outside::note_unanswered(watch.descriptor);
    outside::performed(result == 0 ? 1 : 0, Effect::kNone);
    errno = error;
    if (result != 0 || !patience.waits || (patience.deadline && !came)) return result;
  }
}

template <typename Ask>
int poll_descriptors(pollfd* polled, nfds_t count, const Patience& patience, const CallSite& call, Ask ask) {
  const CallMemory memory(call);
  memory.reads(polled, count * sizeof *polled);
  std::vector<Watch> watches;
  for (nfds_t i = 0; i < count; ++i) {
    watches.push_back({polled[i].fd, polled[i].events});
    open_descriptors::use(polled[i].fd, call);
  }
  const int result = wait_for_any(watches, patience, user_site(call), ask);
  for (nfds_t i = 0; i < count && result >= 0; ++i)
    memory.writes(&polled[i].revents, sizeof polled[i].revents);
  return result;
}

int poll_for(pollfd* polled, nfds_t count, int milliseconds, const CallSite& call) {
  return poll_descriptors(polled, count, patience_of_milliseconds(milliseconds), call,
                          [&] { return real().poll(polled, count, 0); });
}

int poll_masked(pollfd* polled, nfds_t count, const timespec* limit, const sigset_t* mask,
                const CallSite& call) {
  if (limit != nullptr && (!is_valid(*limit) || limit->tv_sec < 0)) return fail_with(EINVAL);
  return poll_descriptors(polled, count, patience_of(limit), call, [&] {
    const timespec now{};
    return real().ppoll(polled, count, &now, mask);
  });
}

// The three sets of select. The kernel writes its answer over them.
struct Sets {
  fd_set* sets[3];
  fd_set before[3];

  Sets(fd_set* read, fd_set* write, fd_set* except) : sets{read, write, except} {
    for (int i = 0; i < 3; ++i)
      if (sets[i] != nullptr) before[i] = *sets[i];
  }
  void restore() {
    for (int i = 0; i < 3; ++i)
      if (sets[i] != nullptr) *sets[i] = before[i];
  }
  std::vector<Watch> watches(int count) const {
    constexpr short kEvents[3] = {POLLIN, POLLOUT, POLLPRI};
    constexpr short kCounts[3] = {POLLIN | POLLHUP | POLLERR, POLLOUT | POLLERR, POLLPRI};
    std::vector<Watch> result;
    for (int i = 0; i < 3; ++i)
      for (int descriptor = 0; sets[i] != nullptr && descriptor < count && descriptor < FD_SETSIZE;
           ++descriptor)
        if (FD_ISSET(descriptor, &before[i])) result.push_back({descriptor, kEvents[i], kCounts[i]});
    return result;
  }
};

int select_sets(int count, fd_set* read, fd_set* write, fd_set* except, const Patience& patience,
                const sigset_t* mask, const CallSite& call) {
  if (count < 0) return fail_with(EINVAL);
  const CallMemory memory(call);
  const auto bytes = static_cast<std::size_t>(count + 7) / 8;
  for (const fd_set* set : {read, write, except})
    if (set != nullptr) memory.reads(set, bytes);
  Sets sets(read, write, except);
  const std::vector<Watch> watches = sets.watches(count);
  for (const Watch& watch : watches) open_descriptors::use(watch.descriptor, call);
  const int result = wait_for_any(watches, patience, user_site(call), [&] {
    const timespec now{};
    sets.restore();
    return real().pselect(count, read, write, except, &now, mask);
  });
  for (const fd_set* set : {read, write, except})
    if (set != nullptr && result >= 0) memory.writes(set, bytes);
  return result;
}

int select_for(int count, fd_set* read, fd_set* write, fd_set* except, timeval* limit, const CallSite& call) {
  Patience patience;
  if (limit != nullptr) {
    if (limit->tv_sec < 0 || limit->tv_usec < 0) return fail_with(EINVAL);
    patience =
        patience_of(nanoseconds({limit->tv_sec, 0}) + static_cast<std::uint64_t>(limit->tv_usec) * 1000);
  }
  const int result = select_sets(count, read, write, except, patience, nullptr, call);
  if (limit != nullptr) {
    const std::uint64_t now = program().clock.now();
    const timespec left =
        to_timespec(patience.deadline && *patience.deadline > now ? *patience.deadline - now : 0);
    *limit = {left.tv_sec, left.tv_nsec / 1000};
  }
  return result;
}

int epoll_for(int epoll, epoll_event* events, int count, const Patience& patience, const sigset_t* mask,
              const CallSite& call) {
  open_descriptors::use(epoll, call);
  const Watch watch{epoll, POLLIN};
  const int result = wait_for_any({&watch, 1}, patience, user_site(call),
                                  [&] { return real().epoll_pwait(epoll, events, count, 0, mask); });
  if (result > 0) CallMemory(call).writes(events, static_cast<std::size_t>(result) * sizeof *events);
  return result;
}

}  // namespace

extern "C" {

[[noreturn]] void __chk_fail();

int poll(pollfd* polled, nfds_t count, int milliseconds) {
  if (!hot.active) return real().poll(polled, count, milliseconds);
  return poll_for(polled, count, milliseconds, HEDDLE_CALL_SITE);
}

int __poll(pollfd* polled, nfds_t count, int milliseconds) {
  if (!hot.active) return real().poll(polled, count, milliseconds);
  return poll_for(polled, count, milliseconds, HEDDLE_CALL_SITE);
}

int __poll_chk(pollfd* polled, nfds_t count, int milliseconds, std::size_t room) {
  if (room / sizeof *polled < count) __chk_fail();
  if (!hot.active) return real().poll(polled, count, milliseconds);
  return poll_for(polled, count, milliseconds, HEDDLE_CALL_SITE);
}

int ppoll(pollfd* polled, nfds_t count, const timespec* limit, const sigset_t* mask) {
  if (!hot.active) return real().ppoll(polled, count, limit, mask);
  return poll_masked(polled, count, limit, mask, HEDDLE_CALL_SITE);
}

int __ppoll_chk(pollfd* polled, nfds_t count, const timespec* limit, const sigset_t* mask, std::size_t room) {
  if (room / sizeof *polled < count) __chk_fail();
  if (!hot.active) return real().ppoll(polled, count, limit, mask);
  return poll_masked(polled, count, limit, mask, HEDDLE_CALL_SITE);
}

int select(int count, fd_set* read, fd_set* write, fd_set* except, timeval* limit) {
  if (!hot.active) return real().select(count, read, write, except, limit);
  return select_for(count, read, write, except, limit, HEDDLE_CALL_SITE);
}

int __select(int count, fd_set* read, fd_set* write, fd_set* except, timeval* limit) {
  if (!hot.active) return real().select(count, read, write, except, limit);
  return select_for(count, read, write, except, limit, HEDDLE_CALL_SITE);
}

int pselect(int count, fd_set* read, fd_set* write, fd_set* except, const timespec* limit,
            const sigset_t* mask) {
  if (!hot.active) return real().pselect(count, read, write, except, limit, mask);
  if (limit != nullptr && (!is_valid(*limit) || limit->tv_sec < 0)) return fail_with(EINVAL);
  return select_sets(count, read, write, except, patience_of(limit), mask, HEDDLE_CALL_SITE);
}

int epoll_wait(int epoll, epoll_event* events, int count, int milliseconds) {
  if (!hot.active) return real().epoll_wait(epoll, events, count, milliseconds);
  return epoll_for(epoll, events, count, patience_of_milliseconds(milliseconds), nullptr, HEDDLE_CALL_SITE);
}

int epoll_pwait(int epoll, epoll_event* events, int count, int milliseconds, const sigset_t* mask) {
  if (!hot.active) return real().epoll_pwait(epoll, events, count, milliseconds, mask);
  return epoll_for(epoll, events, count, patience_of_milliseconds(milliseconds), mask, HEDDLE_CALL_SITE);
}

int epoll_pwait2(int epoll, epoll_event* events, int count, const timespec* limit, const sigset_t* mask) {
  if (!hot.active) return real().epoll_pwait2(epoll, events, count, limit, mask);
  if (limit != nullptr && (!is_valid(*limit) || limit->tv_sec < 0)) return fail_with(EINVAL);
  return epoll_for(epoll, events, count, patience_of(limit), mask, HEDDLE_CALL_SITE);
}

}  // extern "C"
