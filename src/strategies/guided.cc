#include "strategies/guided.h"

#include <utility>

#include "strategies/prefix_search.h"

namespace heddle {

namespace {

// Points without progress after which others have their turn: every round of a loop that waits would be asked
// about.
constexpr std::uint64_t kPatience = 10;

}  // namespace

void Guided::guide(std::vector<Guide> guides) {
  if (guides.empty()) return;
  guides_ = std::move(guides);
  next_ = 0;
}

void Guided::begin(const RunContext& run) {
  guide_ = exhausted() ? Guide{} : guides_[next_];
  followed_ = 0;
  is_lost_ = false;
  names_ = {};
  tally_ = run.tally;
}

Decision Guided::choose(const Choice& choice) {
  if (is_lost_) return Decision::abandon();
  if (followed_ < guide_.size()) {
    for (const Candidate& each : choice.enabled)
      if (names_.of(each.thread) == guide_[followed_]) return Decision::go(each.thread);
    return Decision::abandon();
  }
  if (choice.without_progress >= kPatience) {
    if (tally_ != nullptr) ++tally_[kTurnsTaken];
    return take_turns(choice);
  }
  return Decision::go(choice.current_enabled ? choice.current : choice.enabled.front().thread);
}

void Guided::executed(const Event& event) {
  names_.look_for_creation(event);
  if (followed_ == guide_.size()) return;
  if (names_.of(event.thread) == guide_[followed_])
    ++followed_;
  else
    is_lost_ = true;
}

Lesson Guided::learn(const Execution&) {
  ++next_;
  return Lesson::kNews;
}

}  // namespace heddle
