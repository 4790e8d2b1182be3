#include "runtime/isolation/time_limit.h"

#include <csignal>

#include "runtime/arch/raw_syscall.h"
#include "runtime/services/whereabouts.h"
#include "runtime/system/real_time.h"
#include "search/messages.h"

namespace heddle::runtime {

namespace {

// For each of the steps, to have an effect.
constexpr std::uint64_t kPatienceMilliseconds = 300;

}  // namespace

TimeLimit::TimeLimit(Recording& recording, const ExecutionOptions& options,
                     const std::atomic<std::uint32_t>& stop)
    : recording_(recording), options_(options), stop_(stop), start_(real_milliseconds()) {}

void TimeLimit::restart() {
  start_ = real_milliseconds();
  step_ = Step::kWaiting;
}

std::uint64_t TimeLimit::elapsed_milliseconds() const {
  return real_milliseconds() - start_;
}

void TimeLimit::go_on_to(Step step) {
  step_ = step;
  last_step_ = real_milliseconds();
}

void TimeLimit::look(long process) {
  if (step_ == Step::kWaiting) {
    const bool stopped = stop_.load(std::memory_order_relaxed) == kStopNow;
    if (!stopped && elapsed_milliseconds() <= options_.timeout_milliseconds) return;
    const TimeIsUp reason = stopped ? TimeIsUp::kOfSearch : TimeIsUp::kOfExecution;
    __atomic_store_n(&recording_.time_is_up, reason, __ATOMIC_RELAXED);
    return go_on_to(Step::kTold);
  }
  if (real_milliseconds() - last_step_ < kPatienceMilliseconds) return;
  const bool asked = step_ != Step::kTold;
  raw_syscall(SYS_kill, process, asked ? SIGKILL : kQuestion);
  go_on_to(asked ? Step::kKilled : Step::kAsked);
}

}  // namespace heddle::runtime
