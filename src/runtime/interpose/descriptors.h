// What the interposed functions on descriptors have in common.
#pragma once

#include <poll.h>
#include <cerrno>
#include <optional>

#include "runtime/interpose/interpose.h"
#include "runtime/services/driver.h"
#include "runtime/services/outside.h"

namespace heddle::runtime {

// Regular files, /dev/null and the like never make anybody wait: calls on them are no scheduling points, and
// neither is what the program writes to its standard output. Neither is a call with a descriptor that is not
// open.
// Random bytes do not wait either, but are not the system's to give (random.h).
enum class DescriptorType : std::uint8_t { kClosed, kNeverWaits, kRandom, kSocket, kOther };
DescriptorType type_of(int descriptor);
inline bool may_wait(DescriptorType type) {
  return type == DescriptorType::kSocket || type == DescriptorType::kOther;
}
inline bool may_wait(int descriptor) {
  return may_wait(type_of(descriptor));
}
bool is_standard_output(int descriptor);

// O_NONBLOCK is not set.
bool blocks(int descriptor);

// SO_RCVTIMEO or SO_SNDTIMEO, as a point in virtual time.
std::optional<std::uint64_t> socket_deadline(int descriptor, int option);

// Why a wait ended in vain.
inline int error_of(const OutsideWait& wait, int time_out = EAGAIN) {
  return wait.interrupted ? EINTR : time_out;
}

// Makes calls on a descriptor return instead of wait. Only for a moment: another process may have the same
// open file.
class WithoutBlocking {
 public:
  explicit WithoutBlocking(int descriptor);
  ~WithoutBlocking();
  WithoutBlocking(const WithoutBlocking&) = delete;
  WithoutBlocking& operator=(const WithoutBlocking&) = delete;

 private:
  int descriptor_;
  long flags_;
};

// The driver's system may hold bytes back until those before are acknowledged, which ours does after 40 ms of
// real time, unless it is asked.
void acknowledge(int descriptor);

// Ends an operation on a descriptor and passes the result of the call on, with its errno.
template <typename Result>
Result finish(int descriptor, Result result) {
  const int error = errno;
  if (result < 0 && (error == EAGAIN || error == EINPROGRESS)) outside::note_unanswered(descriptor);
  if (driver::is_there()) acknowledge(descriptor);
  outside::performed(result < 0 ? 1 : 0, result > 0 ? Effect::kProgress : Effect::kNone);
  errno = error;
  return result;
}

// Waits until the descriptor has something to take, if it is one that blocks, and calls.
template <typename Call>
auto take(OperationKind kind, int descriptor, bool blocking, SiteId site, Call call) -> decltype(call()) {
  const Operation operation = outside::operation(kind, site);
  bool came = true;
  OutsideWait wait;
  if (blocking) {
    const Watch watch{descriptor, POLLIN};
    wait.watches = {&watch, 1};
    const auto deadline = socket_deadline(descriptor, SO_RCVTIMEO);
    came = outside::await(operation, wait, deadline ? &*deadline : nullptr);
  } else {
    outside::announce(operation);
  }
  return finish(descriptor, came ? call() : fail_with(error_of(wait)));
}

// TCP holds a small packet back while an earlier one is not acknowledged, for 40 ms and more of real time.
// Under control, what was sent arrives at once: time has no place in a schedule.
void push_out(int descriptor);

// Gives all of `size` bytes away. attempt(done) tries, without blocking, to give what is left after so many
// bytes.
template <typename Attempt>
ssize_t give(int descriptor, bool blocking, std::size_t size, SiteId site, Attempt attempt) {
  const Operation operation = outside::operation(OperationKind::kSend, site);
  const auto deadline = socket_deadline(descriptor, SO_SNDTIMEO);
  outside::announce(operation);
  for (std::size_t done = 0;;) {
    const ssize_t attempted = attempt(done);
    if (attempted > 0) push_out(descriptor);
    const ssize_t given = finish(descriptor, attempted);
    if (given > 0) done += static_cast<std::size_t>(given);
    const bool goes_on = blocking && (given < 0 ? errno == EAGAIN : given > 0 && done < size);
    if (!goes_on) return done > 0 ? static_cast<ssize_t>(done) : given;
    const Watch watch{descriptor, POLLOUT};
    OutsideWait wait{.watches = {&watch, 1}};
    if (!outside::await(operation, wait, deadline ? &*deadline : nullptr))
      return finish(descriptor, done > 0 ? static_cast<ssize_t>(done) : fail_with(error_of(wait)));
  }
}

}  // namespace heddle::runtime
