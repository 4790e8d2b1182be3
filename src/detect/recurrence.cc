#include "detect/recurrence.h"

#include <algorithm>
#include <utility>

namespace heddle {

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
// Times that a loop works with lie so close to the present; what counts from 0 lies far away.
constexpr std::uint64_t kPresent = 100 * kSecond;

bool is_near(std::uint64_t time, std::uint64_t now) {
  return time - now + kPresent < 2 * kPresent;
}

// A time in nanoseconds that moved as far as the clock.
bool moved_with(std::uint64_t before, std::uint64_t after, const LocalState& then, const LocalState& now) {
  return after - before == now.now - then.now && (is_near(before, then.now) || is_near(before, then.wall));
}

// The same as seconds and nanoseconds.
bool moved_as_pair(const std::uint64_t* before, const std::uint64_t* after, const LocalState& then,
                   const LocalState& now) {
  return before[1] < kSecond && after[1] < kSecond &&
         moved_with(before[0] * kSecond + before[1], after[0] * kSecond + after[1], then, now);
}

std::uint32_t low(std::uint64_t word) {
  return static_cast<std::uint32_t>(word);
}
std::uint32_t high(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> 32);
}

// Frames of code that is not optimised have gaps, in which the lower half of a time may be left. Whether one
// half of a word is as it was, and the other one moved as `explains` says of it.
template <typename Explains>
bool moved_in_half(std::uint64_t before, std::uint64_t after, Explains explains) {
  return (high(before) == high(after) && explains(low(before), low(after))) ||
         (low(before) == low(after) && explains(high(before), high(after)));
}

// A time of this round: it lies closer to the present than what is added up from 0.
bool is_left_of_time(std::uint32_t before, std::uint32_t after, const LocalState& then,
                     const LocalState& now) {
  constexpr std::uint32_t kRound = 50'000'000;
  const auto distance = before - static_cast<std::uint32_t>(then.now);
  return after - before == static_cast<std::uint32_t>(now.now - then.now) && distance + kRound < 2 * kRound;
}

using Move = std::pair<std::uint64_t, std::uint64_t>;  // of a word, from the one to the other

bool is_left_of_any(const std::vector<Move>& moves, std::uint32_t before, std::uint32_t after) {
  return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
    return low(move.first) == before && low(move.second) == after;
  });
}

}  // namespace

bool is_same(const LocalState& before, const LocalState& after) {
  if (before.words.size() != after.words.size()) return false;
  if (before.words == after.words) return true;
  if (before.readings == after.readings) return false;
  const std::uint64_t* const then = before.words.data();
  const std::uint64_t* const now = after.words.data();
  const std::size_t count = before.words.size();
  // Of a time in two words, registers and gaps may hold either one alone.
  std::vector<Move> of_pairs;
  std::vector<std::size_t> unexplained;
  for (std::size_t i = 0; i < count; ++i) {
    const bool begins_pair = i + 1 < count && (then[i] != now[i] || then[i + 1] != now[i + 1]) &&
                             moved_as_pair(then + i, now + i, before, after);
    if (begins_pair) {
      of_pairs.emplace_back(then[i], now[i]);
      of_pairs.emplace_back(then[i + 1], now[i + 1]);
    } else if (then[i] != now[i] && !moved_with(then[i], now[i], before, after)) {
      unexplained.push_back(i);
    }
  }
  const auto explains = [&](std::uint32_t left_then, std::uint32_t left_now) {
    return is_left_of_time(left_then, left_now, before, after) ||
           is_left_of_any(of_pairs, left_then, left_now);
  };
  return std::all_of(unexplained.begin(), unexplained.end(), [&](std::size_t i) {
    return moved_in_half(then[i], now[i], explains) ||
           std::find(of_pairs.begin(), of_pairs.end(), Move(then[i], now[i])) != of_pairs.end();
  });
}

void Recurrence::begin(std::size_t threads, const Bounds& bounds) {
  seats_.assign(threads, {});
  bounds_ = bounds;
  has_reference_ = false;
  laps_ = 0;
  renewal_ = 1;
  random_.reseed(1);
  last_ = next_ = kNoThread;
}

Recurrence::Seat& Recurrence::seat(ThreadId thread) {
  if (thread >= seats_.size()) seats_.resize(thread + 1u);
  return seats_[thread];
}

Recurrence::Step Recurrence::arrived(ThreadId thread, LocalState state, std::span<const ThreadId> enabled) {
  if (bounds_.points == 0 || enabled.empty()) return Step::kGiveUp;
  --bounds_.points;
  last_ = thread;
  Seat& self = seat(thread);
  self.now = std::move(state);
  self.known = self.ran = true;
  for (ThreadId one : enabled) seat(one).could_run = true;
  if (!has_reference_ || !seats_[thread].referred) return refer(enabled);

  Seat& again = seats_[thread];
  again.home = is_same(again.reference, again.now);
  const bool comes_by = std::equal(again.now.words.begin(), again.now.words.begin() + LocalState::kOperation,
                                   again.reference.words.begin());
  if (!again.home && comes_by && ++again.misses > bounds_.misses) return Step::kGiveUp;
  if (is_complete()) return Step::kLap;
  choose(enabled);
  return Step::kRun;
}

// A thread that can run and was not seen yet goes first: where it stands is not known.
Recurrence::Step Recurrence::refer(std::span<const ThreadId> enabled) {
  has_reference_ = false;
  for (ThreadId one : enabled) {
    if (seat(one).known) continue;
    next_ = one;
    return Step::kRun;
  }
  for (Seat& each : seats_) {
    each.referred = each.known;
    each.reference = each.now;
    each.misses = 0;
  }
  has_reference_ = true;
  laps_ = 0;
  begin_lap();
  for (ThreadId one : enabled) seat(one).could_run = true;
  choose(enabled);
  return Step::kReference;
}

void Recurrence::begin_lap() {
  for (Seat& each : seats_) {
    each.home = true;
    each.ran = each.could_run = false;
  }
}

std::vector<bool> Recurrence::known() const {
  std::vector<bool> known;
  for (const Seat& each : seats_) known.push_back(each.known);
  return known;
}

bool Recurrence::is_complete() const {
  return std::all_of(seats_.begin(), seats_.end(), [](const Seat& each) {
    return (each.home || !each.referred) && (each.ran || !each.could_run);
  });
}

Recurrence::Step Recurrence::came_back(std::span<const ThreadId> enabled) {
  begin_lap();
  for (ThreadId one : enabled) seat(one).could_run = true;
  choose(enabled);
  return Step::kRun;
}

Recurrence::Step Recurrence::differs(std::span<const ThreadId> enabled) {
  if (bounds_.laps == 0) return Step::kGiveUp;
  --bounds_.laps;
  if (++laps_ < renewal_) return came_back(enabled);
  renewal_ *= 2;
  return refer(enabled);
}

// Those whose turn it is, then whoever is on the way, then those that are away. Where only threads at home
// can run, one of them has to make room; a little chance keeps this from going in circles.
void Recurrence::choose(std::span<const ThreadId> enabled) {
  const auto any = [&] { return enabled[random_.below(enabled.size())]; };
  const auto first = [&](auto wanted) {
    const auto found = std::find_if(enabled.begin(), enabled.end(), wanted);
    return found == enabled.end() ? kNoThread : *found;
  };
  next_ = random_.below(8) == 0 ? any() : kNoThread;
  if (next_ == kNoThread) next_ = first([&](ThreadId one) { return !seat(one).ran; });
  if (next_ == kNoThread) next_ = first([&](ThreadId one) { return one == last_ && !seat(one).home; });
  if (next_ == kNoThread) next_ = first([&](ThreadId one) { return !seat(one).home; });
  if (next_ == kNoThread) next_ = any();
}

}  // namespace heddle
