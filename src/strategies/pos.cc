#include "strategies/pos.h"

#include <algorithm>
#include <bit>

#include "strategies/highest.h"

namespace heddle {

namespace {

// Which of up to 64 candidates are at the same object, by bits. Without branches: the chosen one's place is
// unpredictable.
std::uint64_t those_meeting(std::span<const Candidate> enabled, const Operation& next) {
  std::uint64_t meeting = 0;
  for (std::size_t i = enabled.size(); i-- > 0;) {
    meeting += meeting;
    meeting += enabled[i].next->meets(next) ? 1 : 0;
  }
  return meeting;
}

}  // namespace

void Pos::begin(const RunContext& run) {
  random_ = &run.random;
  priorities_.clear();
}

void Pos::grow() {
  priorities_.push_back(draw_priority(static_cast<ThreadId>(priorities_.size())));
}

Decision Pos::choose(const Choice& choice) {
  meet(choice.enabled.back().thread);
  const std::uint64_t* const priorities = priorities_.data();
  const Candidate& chosen =
      highest(choice.enabled, [priorities](const Candidate& each) { return priorities[each.thread]; });
  // Whether another thread is at the same object, without branches: the chosen one's place is unpredictable.
  unsigned meeting = 0;
  for (const Candidate& each : choice.enabled) meeting += each.next->meets(*chosen.next) ? 1 : 0;
  if (meeting > 1) [[unlikely]]
    redraw_conflicting(choice.enabled, chosen);
  return Decision::go(chosen.thread);
}

void Pos::redraw_conflicting(std::span<const Candidate> enabled, const Candidate& chosen) {
  constexpr std::size_t kBits = 64;
  const auto place = static_cast<std::size_t>(&chosen - enabled.data());
  for (std::size_t begin = 0; begin < enabled.size(); begin += kBits) {
    const auto some = enabled.subspan(begin, std::min(kBits, enabled.size() - begin));
    std::uint64_t others = those_meeting(some, *chosen.next);
    if (place - begin < kBits) others &= ~(std::uint64_t{1} << (place - begin));
    for (; others != 0; others &= others - 1) {
      const Candidate& other = some[static_cast<std::size_t>(std::countr_zero(others))];
      if (other.next->conflicts_where_they_meet(*chosen.next))
        priorities_[other.thread] = draw_priority(other.thread);
    }
  }
}

// Its next operation draws a new one.
void Pos::executed(const Event& event) {
  meet(event.thread);
  priorities_[event.thread] = draw_priority(event.thread);
}

}  // namespace heddle
