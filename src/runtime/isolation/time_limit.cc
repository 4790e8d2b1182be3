#include "runtime/isolation/time_limit.h"

#include <csignal>

#include "runtime/arch/raw_syscall.h"
#include "runtime/services/whereabouts.h"
#include "runtime/system/real_time.h"

namespace heddle::runtime {

namespace {

// For each of the steps, to have an effect.
constexpr std::uint64_t kPatienceMilliseconds = 300;

}  // namespace

TimeLimit::TimeLimit(Recording& recording, const ExecutionOptions& options, Progress& progress)
    : recording_(recording), options_(options), progress_(progress), start_(real_milliseconds()) {}

TimeLimit::~TimeLimit() {
  progress_.running_milliseconds.store(0, std::memory_order_relaxed);
}

void TimeLimit::restart() {
  start_ = real_milliseconds();
  step_ = Step::kWaiting;
  progress_.running_milliseconds.store(0, std::memory_order_relaxed);
}

// The other process writes meanwhile: what is read is a figure for people.
void TimeLimit::show_progress() {
  const std::uint64_t events = bounded(recording_.events_count, Most::events);
  progress_.running_steps.store(recording_.steps, std::memory_order_relaxed);
  progress_.running_site.store(events == 0 ? kNoSite : recording_.events[events - 1].site,
                               std::memory_order_relaxed);
  progress_.running_milliseconds.store(elapsed_milliseconds(), std::memory_order_relaxed);
}

std::uint64_t TimeLimit::elapsed_milliseconds() const {
  return real_milliseconds() - start_;
}

void TimeLimit::go_on_to(Step step) {
  step_ = step;
  last_step_ = real_milliseconds();
}

void TimeLimit::look(long process) {
  show_progress();
  if (step_ == Step::kWaiting) {
    const bool stopped = progress_.stop.load(std::memory_order_relaxed) == kStopNow;
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
