#include "strategies/tsa.h"

#include <utility>

#include "strategies/spin_watch.h"

namespace heddle {

Tsa::Tsa(const TsaOptions& options) : options_(options), is_estimated_(!options.requirements.empty()) {
  for (const SyncPair& pair : options.requirements) requirements_.require({pair, kNoLocation});
}

void Tsa::begin(const RunContext& run) {
  random_ = &run.random;
  tally_ = run.tally;
  paused_.clear();
  tracker_.begin();
  forget_this_execution();
  if (!is_estimated_)
    estimation_.begin(run);
  else if (options_.vary && !had_news_)
    leave_some_out();
}

// They count as covered in this execution.
void Tsa::leave_some_out() {
  std::uint64_t part = 2;
  while (random_->coin() && part < 64) part *= 2;
  for (const SyncRequirements::Requirement& each : requirements_.all())
    if (!each.covered && random_->below(part) != 0) covered_now_.push_back(each.what.pair);
  for (const SyncPair& pair : covered_now_) requirements_.cover({pair, kNoLocation}, 0);
}

void Tsa::forget_this_execution() {
  for (const SyncPair& pair : covered_now_) requirements_.uncover(pair);
  covered_now_.clear();
}

Decision Tsa::choose(const Choice& choice) {
  if (!is_estimated_) return estimation_.choose(choice);
  if (choice.without_progress >= SpinWatch::kPatience)  // a thread may be spinning for a paused one
    return Decision::go(choice.enabled[random_->below(choice.enabled.size())].thread);
  while (const Candidate* const p = next_to_look_at(choice)) {                  // line 4
    if (!must_pause(*p->next, choice.enabled)) return Decision::go(p->thread);  // lines 31 and 32
    if (p->thread >= paused_.size()) paused_.resize(p->thread + 1u);
    paused_[p->thread] = 1;
  }
  return Decision::go(resume(choice.enabled).thread);  // lines 15 to 30
}

// An action in enabled \ paused. Who has no lock action before it simply goes on: only lock actions are
// scheduling points.
const Candidate* Tsa::next_to_look_at(const Choice& choice) {
  if (choice.current_enabled && !is_paused(choice.current))
    if (const Candidate* const current = choice.find(choice.current);
        current != nullptr && !is_acquisition(current->next->kind))
      return current;
  candidates_.clear();
  for (const Candidate& each : choice.enabled)
    if (!is_paused(each.thread)) candidates_.push_back(&each);
  return candidates_.empty() ? nullptr : &draw();
}

const Candidate& Tsa::draw() {
  return *candidates_[random_->below(candidates_.size())];
}

// Lines 5 to 14.
bool Tsa::must_pause(const Operation& p, std::span<const Candidate> enabled) const {
  if (!is_acquisition(p.kind)) return false;
  if (requirements_.uncovered_at(p.site) != 0) return true;
  for (const Candidate& other : enabled)
    if (is_paused(other.thread) && other.next->location == p.location) return true;
  return false;
}

bool Tsa::satisfies_rule_1(const Operation& p) const {
  return requirements_.is_uncovered({tracker_.last(p.location), p.site});
}

bool Tsa::satisfies_rule_2(const Operation& p, std::span<const Candidate> enabled) const {
  for (const Candidate& other : enabled)
    if (other.next != &p && other.next->location == p.location &&
        requirements_.is_uncovered({p.site, other.next->site}))
      return true;
  return false;
}

// All enabled threads are paused.
const Candidate& Tsa::resume(std::span<const Candidate> enabled) {
  const auto count = [this](Rule rule) {
    if (tally_ != nullptr) ++tally_[rule];
  };
  candidates_.clear();
  for (const Candidate& each : enabled)
    if (satisfies_rule_1(*each.next)) candidates_.push_back(&each);
  if (!candidates_.empty()) {
    count(kRule1);
    return draw();
  }
  for (const Candidate& each : enabled)
    if (satisfies_rule_2(*each.next, enabled)) candidates_.push_back(&each);
  if (!candidates_.empty()) {
    count(kRule2);
    return draw();
  }
  std::uint32_t least = ~std::uint32_t{0};
  for (const Candidate& each : enabled) {
    const std::uint32_t benefit = options_.rule_3 ? requirements_.uncovered_at(each.next->site) : 0;
    if (benefit < least) candidates_.clear();
    if (benefit <= least) candidates_.push_back(&each);
    least = std::min(least, benefit);
  }
  count(kRule3);
  return draw();
}

// Line 35.
void Tsa::executed(const Event& event) {
  if (!is_estimated_) return estimation_.executed(event);
  if (event.thread < paused_.size()) paused_[event.thread] = 0;
  if (const std::optional<LockedPair> pair = tracker_.add(event))
    if (requirements_.is_uncovered(pair->pair)) {
      requirements_.cover(*pair, 0);
      covered_now_.push_back(pair->pair);
    }
}

Lesson Tsa::learn(const Execution& execution) {
  forget_this_execution();
  if (!is_estimated_) {
    if (!execution.is_whole() && ++attempts_ < kMostAttempts) return Lesson::kNews;
    for (const LockedPair& pair : estimate_sync_pairs(execution.events, options_.estimate))
      requirements_.require(pair);
    is_estimated_ = true;
    return Lesson::kNews;
  }
  const bool had_news = std::exchange(had_news_, false);
  tracker_.begin();
  for (const Event& event : execution.events)
    if (const std::optional<LockedPair> pair = tracker_.add(event))
      had_news_ = requirements_.cover(*pair, execution.number) || had_news_;
  return had_news_ || (had_news && options_.vary) ? Lesson::kNews : Lesson::kNone;
}

}  // namespace heddle
