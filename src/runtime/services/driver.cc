#include "runtime/services/driver.h"

#include <linux/futex.h>
#include <ctime>

#include "runtime/arch/raw_syscall.h"
#include "runtime/state/hot.h"
#include "runtime/state/recording.h"
#include "runtime/system/process_activity.h"
#include "runtime/system/real_time.h"

namespace heddle::runtime::driver {

namespace {

constexpr std::uint64_t kMicrosecond = 1'000;
constexpr std::uint64_t kFirstNap = 20 * kMicrosecond;
constexpr std::uint64_t kLongestNap = 500 * kMicrosecond;
// A driver that works longer, or polls, is not waited for: what it does comes when it comes.
constexpr std::uint64_t kPatience = 2'000'000'000;
constexpr std::uint64_t kPatienceWithRestless = 1'000'000;

Line* line = nullptr;
bool ended = false;
bool restless = false;

void nap(std::uint64_t nanoseconds) {
  const timespec time{0, static_cast<long>(nanoseconds)};
  raw_syscall(SYS_nanosleep, &time, nullptr);
}

bool time_to_end() {
  return hot.recording != nullptr && hot.recording->time_is_up != TimeIsUp::kNo;
}

}  // namespace

void use(Line* shared) {
  line = shared;
}

bool is_there() {
  return line != nullptr;
}

void begin_execution() {
  ended = restless = false;
}

bool was_started() {
  return line != nullptr && __atomic_load_n(&line->may_start, __ATOMIC_RELAXED) != 0;
}

void start() {
  if (line == nullptr || was_started()) return;
  __atomic_store_n(&line->may_start, 1, __ATOMIC_RELEASE);
  raw_syscall(SYS_futex, &line->may_start, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  settle();
}

// What the driver has sent may be on its way for a moment: the driver waits only if two looks, with a pause
// between them, found it waiting and it did nothing in between.
void settle() {
  if (!was_started() || ended) return;
  const std::uint64_t begin = real_nanoseconds();
  const std::uint64_t patience = restless ? kPatienceWithRestless : kPatience;
  ProcessActivity before;
  for (std::uint64_t pause = kFirstNap;; pause = pause < kLongestNap ? pause * 2 : kLongestNap) {
    const ProcessActivity now = activity_of(line->process);
    const bool is_idle = now.activity != Activity::kBusy;
    if (is_idle && before.activity == now.activity && before.worked == now.worked) {
      ended = now.activity == Activity::kEnded;
      return;
    }
    if (time_to_end()) return;
    if (real_nanoseconds() - begin > patience) {
      restless = true;
      return;
    }
    if (is_idle && before.activity == Activity::kBusy) pause = kFirstNap;
    before = now;
    nap(pause);
  }
}

bool takes_turns() {
  return line != nullptr && !restless;
}

bool has_ended() {
  return ended;
}

}  // namespace heddle::runtime::driver
