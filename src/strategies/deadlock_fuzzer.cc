#include "strategies/deadlock_fuzzer.h"

#include <algorithm>
#include <charconv>

#include "strategies/spin_watch.h"

namespace heddle {

namespace {

std::string hexadecimal(std::uint64_t number) {
  char digits[16];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number, 16);
  return {digits, end};
}

template <typename Number>
bool parse_hexadecimal(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  return error == std::errc() && end == text.data() + text.size();
}

// Up to the separator, which is taken away as well.
std::string_view take_word(std::string_view& text, char separator) {
  const std::string_view word = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

constexpr std::uint64_t bit_of(SiteId site) {
  return std::uint64_t{1} << (site % 64);
}

DeadlockTarget target_of(const LockCycle& cycle) {
  DeadlockTarget target;
  for (const LockCycle::Member& each : cycle.members)
    target.members.push_back(
        {ThreadNameHashes::of_name(each.thread), 0, each.lock, each.site, each.held_site});
  return target;
}

}  // namespace

std::string to_strategy(const PredictedDeadlock& deadlock) {
  std::string text = "deadlock-fuzzer:cycle=";
  for (const PredictedDeadlock::Member& each : deadlock.members) {
    if (text.back() != '=') text += '/';
    text += each.thread + ":" + hexadecimal(each.held_site) + ":" + hexadecimal(each.lock.key()) + ":" +
            hexadecimal(each.site);
  }
  return text;
}

bool parse_target(std::string_view text, DeadlockTarget& target) {
  while (!text.empty()) {
    std::string_view words = take_word(text, '/');
    const std::string_view thread = take_word(words, ':');
    DeadlockTarget::Member member;
    member.thread = ThreadNameHashes::of_name(thread);
    if (thread.empty() || !parse_hexadecimal(take_word(words, ':'), member.held_site) ||
        !parse_hexadecimal(take_word(words, ':'), member.lock_key) ||
        !parse_hexadecimal(take_word(words, ':'), member.site) || !words.empty())
      return false;
    target.members.push_back(member);
  }
  return target.members.size() != 1;
}

bool DeadlockFuzzer::walks_next() const {
  if (!finds_targets()) return false;
  return executions_ < kFirstWalks || next_ == kNone || executions_ % kWalkPeriod == 0;
}

void DeadlockFuzzer::begin(const RunContext& run) {
  random_ = &run.random;
  tally_ = run.tally;
  aims_ = !walks_next();
  if (!aims_) return walk_.begin(run);
  target_ = finds_targets() ? target_of(order_.cycles()[next_]) : given_;
  for (DeadlockTarget::Member& each : target_.members)
    if (each.lock == kNoLocation) each.lock = run.locations.find_key(each.lock_key);
  sites_ = 0;
  for (const DeadlockTarget::Member& each : target_.members)
    sites_ |= bit_of(each.site) | bit_of(each.held_site);
  taken_.begin();
  names_ = {};
  by_names_ = random_->coin();
  gathering_ = static_cast<Gathering>(random_->below(3));
  last_ = random_->below(target_.members.size());
  if (tally_ != nullptr) ++tally_[kAimed];
}

// It may be about to take a lock of the cycle. Without branches.
bool DeadlockFuzzer::may_be_at_target(const Operation& operation) const {
  const bool acquires = is_acquisition(operation.kind), may_be_there = (sites_ & bit_of(operation.site)) != 0;
  return acquires & may_be_there;
}

// It wants what this member holds.
const DeadlockTarget::Member& DeadlockFuzzer::before(std::size_t member) const {
  return target_.members[(member == 0 ? target_.members.size() : member) - 1];
}

// The operation takes the lock that the member holds in the cycle.
bool DeadlockFuzzer::is_first(const Operation& operation, std::size_t member) const {
  if (!is_acquisition(operation.kind) || operation.site != target_.members[member].held_site) return false;
  return !by_names_ || operation.location == before(member).lock;
}

// ... or the one that it wants, and it holds the other.
bool DeadlockFuzzer::is_second(const Candidate& candidate, std::size_t member) const {
  const Operation& operation = *candidate.next;
  const DeadlockTarget::Member& wanted = target_.members[member];
  if (!waits_for_lock(operation.kind) || operation.site != wanted.site) return false;
  if (by_names_ && operation.location != wanted.lock) return false;
  for (const TakenLock& each : taken_.of(candidate.thread))
    if (each.site == wanted.held_site && each.lock != operation.location &&
        (!by_names_ || each.lock == before(member).lock))
      return true;
  return false;
}

DeadlockFuzzer::Stage DeadlockFuzzer::stage_of(const Candidate& candidate, std::size_t member) const {
  const Stage stage = is_second(candidate, member)        ? Stage::kBeforeSecond
                      : is_first(*candidate.next, member) ? Stage::kBeforeFirst
                                                          : Stage::kElsewhere;
  if (stage == Stage::kElsewhere || !by_names_) return stage;
  return names_.of(candidate.thread) == target_.members[member].thread ? stage : Stage::kElsewhere;
}

// As a member that no other thread has taken, if that is possible.
void DeadlockFuzzer::look_at(const Candidate& candidate) {
  Stage stage = Stage::kElsewhere;
  bool waits = false;
  for (std::size_t member = 0; member < target_.members.size(); ++member) {
    const Stage found = stage_of(candidate, member);
    if (found == Stage::kElsewhere) continue;
    stage = found;
    waits = gathering_ == Gathering::kAll || (gathering_ == Gathering::kLast && member == last_);
    if (stages_[member] != Stage::kElsewhere) continue;
    stages_[member] = found;
    break;
  }
  if (stage == Stage::kBeforeSecond)
    before_second_.push_back(candidate.thread);
  else
    (stage == Stage::kBeforeFirst && waits ? before_first_ : free_).push_back(candidate.thread);
}

bool DeadlockFuzzer::is_gathered() const {
  for (std::size_t member = 0; member < stages_.size(); ++member) {
    if (stages_[member] == Stage::kElsewhere) return false;
    if (gathering_ == Gathering::kLast && member != last_ && stages_[member] != Stage::kBeforeSecond)
      return false;
  }
  return true;
}

Decision DeadlockFuzzer::choose(const Choice& choice) {
  if (!aims_) return walk_.choose(choice);
  if (choice.without_progress >= SpinWatch::kPatience)  // a thread may be spinning for a paused one
    return Decision::go(choice.enabled[random_->below(choice.enabled.size())].thread);
  bool any = false;
  for (const Candidate& each : choice.enabled) any |= may_be_at_target(*each.next);
  if (!any) return Decision::go(choice.enabled[random_->below(choice.enabled.size())].thread);
  free_.clear();
  before_first_.clear();
  before_second_.clear();
  stages_.assign(target_.members.size(), Stage::kElsewhere);
  for (const Candidate& each : choice.enabled) {
    if (may_be_at_target(*each.next))
      look_at(each);
    else
      free_.push_back(each.thread);
  }
  // From then on no thread is missing: each takes its first lock before anything else happens.
  if (!before_first_.empty() && is_gathered()) return Decision::go(draw(before_first_));
  if (!free_.empty()) return Decision::go(draw(free_));
  if (tally_ != nullptr) ++tally_[kThrashed];
  return Decision::go(draw(before_first_.empty() ? before_second_ : before_first_));
}

void DeadlockFuzzer::executed(const Event& event) {
  if (!aims_) return;
  taken_.add(event);
  names_.look_for_creation(event);
}

Lesson DeadlockFuzzer::learn(const Execution& execution) {
  if (!finds_targets()) return Lesson::kNone;
  const std::size_t known = order_.cycles().size();
  order_.add(execution);
  bool is_news = order_.cycles().size() != known;
  if (!walks_next()) ++attempted_[next_].attempts;
  attempted_.resize(order_.cycles().size());
  if (execution.end == End::kFailed && execution.failure.kind == FailureKind::kDeadlock) {
    const std::uint64_t signature = execution.failure.signature();
    for (std::size_t i = 0; i < attempted_.size(); ++i) {
      if (attempted_[i].happened || order_.cycles()[i].signature() != signature) continue;
      attempted_[i].happened = is_news = true;
    }
  }
  ++executions_;
  choose_target();
  return is_news ? Lesson::kNews : Lesson::kNone;
}

void DeadlockFuzzer::pass_over(const PassedOver& executions) {
  if (!finds_targets()) return;
  for (std::uint64_t i = 0; i < executions.count; ++i) {
    if (!walks_next()) ++attempted_[next_].attempts;
    ++executions_;
    choose_target();
  }
}

// The one that has been tried least.
void DeadlockFuzzer::choose_target() {
  next_ = kNone;
  for (std::size_t i = 0; i < attempted_.size(); ++i) {
    if (attempted_[i].happened || attempted_[i].attempts >= kAttempts) continue;
    if (next_ == kNone || attempted_[i].attempts < attempted_[next_].attempts) next_ = i;
  }
}

std::string DeadlockFuzzer::tactic(std::uint64_t) const {
  return walks_next() ? "random" : "";
}

}  // namespace heddle
