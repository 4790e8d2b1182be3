// Virtual time. It moves when a sleeper or timed waiter is chosen, and by a small step at every reading.
// Where deadlines come at their time (ExecutionOptions::stall), operations that others can see take a step,
// too.
#pragma once

#include <cstdint>
#include <ctime>

namespace heddle::runtime {

class VirtualClock {
 public:
  void begin(bool operations_take_time = false) {
    operation_step_ = operations_take_time ? kStep : 0;
    now_ = kStart;
    readings_ = total_readings_ = 0;
    alarm = kNever;
  }

  std::uint64_t now() const { return now_; }

  // A polling loop must end: the step doubles after every thousand readings without progress between them,
  // up to a second. Who has polled for hours then waits for something else than the time, or for years.
  std::uint64_t read() {
    if (readings_ == 0) quiet_since_ = now_;
    ++total_readings_;
    return now_ += kStep << doublings(readings_++ / 1024);
  }
  void progress() {
    readings_ = 0;
    now_ += operation_step_;
  }
  std::uint64_t total_readings() const { return total_readings_; }
  // The program has polled for so long that no time-out of it is still to come.
  bool has_polled_for_years() const { return readings_ != 0 && now_ - quiet_since_ > kYear; }

  // The process's alarm clock (setitimer); never, if it is not set.
  std::uint64_t alarm = kNever;
  static constexpr std::uint64_t kNever = ~0ull;

  void advance_to(std::uint64_t deadline) {
    if (deadline > now_) now_ = deadline;
  }

  // Monotonic clocks start at 1,000 s; the wall clock starts on 2020-01-01.
  static std::uint64_t offset_of(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ? kWallClockOffset
                                                                                           : 0;
  }

  static constexpr std::uint64_t kSecond = 1'000'000'000;

 private:
  static constexpr std::uint64_t kStart = 1000 * kSecond;
  static constexpr std::uint64_t kStep = 1000;
  static constexpr std::uint64_t kYear = 365 * 24 * 3600 * kSecond;
  static constexpr std::uint64_t kEnd = 100 * kYear;  // from there on time goes slowly: it must not run over

  std::uint64_t doublings(std::uint64_t thousands) const {
    if (thousands <= 20) return thousands;
    if (thousands <= 30) return 20;
    if (now_ > kEnd || thousands > 50) return 0;
    return thousands - 10;
  }
  static constexpr std::uint64_t kWallClockOffset = (1'577'836'800ull - 1000) * kSecond;

  std::uint64_t now_ = kStart;
  std::uint64_t operation_step_ = 0;
  std::uint64_t readings_ = 0;  // without progress between them
  std::uint64_t total_readings_ = 0;
  std::uint64_t quiet_since_ = kStart;
};

// What lies further away than a century is as good as never, and can still be added to the clock.
inline std::uint64_t nanoseconds(const timespec& time) {
  constexpr std::int64_t kNever = 4'000'000'000;
  if (time.tv_sec < 0) return 0;
  const std::int64_t seconds = time.tv_sec < kNever ? time.tv_sec : kNever;
  return static_cast<std::uint64_t>(seconds) * VirtualClock::kSecond +
         static_cast<std::uint64_t>(time.tv_nsec);
}

inline timespec to_timespec(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / VirtualClock::kSecond),
          static_cast<long>(nanoseconds % VirtualClock::kSecond)};
}

}  // namespace heddle::runtime
