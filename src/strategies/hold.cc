#include "strategies/hold.h"

#include <algorithm>

#include "strategies/highest.h"
#include "strategies/spin_watch.h"

namespace heddle {

namespace {

constexpr std::uint64_t kInFront = std::uint64_t{1} << 63;  // the priority of a thread that was held

std::uint64_t draw_visits(Random& random) {
  std::uint64_t visits = 1;
  while (visits < 64 && random.coin()) ++visits;
  return random.below(8) == 0 ? visits + random.below(50) : visits;  // loops have many
}

}  // namespace

void Hold::begin(const RunContext& run) {
  random_ = &run.random;
  rules_.clear();
  threads_.clear();
  held_ = held_until_conflict_ = 0;
  news_.clear();
  const std::vector<SiteId>& sites = profile_.sites();
  do {
    if (sites.empty()) break;
    const SiteId site = sites[random_->below(sites.size())];
    rules_.push_back({site, draw_visits(*random_), random_->coin() ? Until::kConflict : Until::kNobodyElse});
  } while (rules_.size() < kMostRules && random_->coin());
  open_rules_ = rules_.size();
  by_priority_ = random_->below(10) < 7;
}

void Hold::meet(ThreadId thread) {
  while (threads_.size() <= thread) [[unlikely]] {
    news_.push_back(static_cast<ThreadId>(threads_.size()));
    threads_.push_back({.priority = random_->next() >> 1});
    release(threads_.back());
  }
}

// Those that are blocked are looked at when they no longer are.
void Hold::look_for_news(const Choice& choice) {
  std::size_t blocked = 0;
  for (const ThreadId thread : news_) {
    if (const Candidate* const candidate = choice.find(thread))
      look_at(*candidate);
    else
      news_[blocked++] = thread;
  }
  news_.resize(blocked);
}

void Hold::look_at(const Candidate& candidate) {
  State& thread = threads_[candidate.thread];
  thread.has_news = false;
  for (Rule& rule : rules_) {
    if (rule.site != candidate.next->site || rule.visits == 0) continue;
    --rule.visits;
    if (rule.visits != 0) continue;
    --open_rules_;
    hold(thread, rule.until);
  }
}

void Hold::hold(State& thread, Until until) {
  if (thread.held == Until::kFree) ++held_;
  if (thread.held == Until::kConflict) --held_until_conflict_;
  if (until == Until::kConflict) ++held_until_conflict_;
  thread.held = until;
  thread.turn = 0;
}

void Hold::release(State& thread) {
  if (thread.held != Until::kFree) --held_;
  if (thread.held == Until::kConflict) --held_until_conflict_;
  thread.held = Until::kFree;
  thread.turn = thread.priority + 1;
}

void Hold::release_one(const Choice& choice) {
  const auto is_held = [this](const Candidate& each) { return threads_[each.thread].held != Until::kFree; };
  if (held_ >= choice.enabled.size() && std::all_of(choice.enabled.begin(), choice.enabled.end(), is_held))
    release(threads_[choice.enabled[random_->below(choice.enabled.size())].thread]);
  if (choice.without_progress < SpinWatch::kPatience) return;
  for (State& thread : threads_)
    if (thread.held != Until::kFree) release(thread);
}

Decision Hold::choose(const Choice& choice) {
  meet(choice.enabled.back().thread);
  if (open_rules_ != 0) look_for_news(choice);
  if (held_ != 0) release_one(choice);
  const Candidate& chosen = first(choice.enabled);
  if (held_until_conflict_ != 0) pass(choice, chosen);
  return Decision::go(chosen.thread);
}

const Candidate& Hold::first(std::span<const Candidate> enabled) {
  if (!by_priority_) return held_ == 0 ? enabled[random_->below(enabled.size())] : draw(enabled);
  const State* const threads = threads_.data();
  return highest(enabled, [threads](const Candidate& each) { return threads[each.thread].turn; });
}

// One of those that are free.
const Candidate& Hold::draw(std::span<const Candidate> enabled) {
  if (free_.size() < enabled.size()) free_.resize(enabled.size());
  const State* const threads = threads_.data();
  const Candidate** const free = free_.data();
  std::size_t count = 0;
  for (const Candidate& candidate : enabled) {
    free[count] = &candidate;
    count += threads[candidate.thread].turn != 0 ? 1 : 0;
  }
  return *free[random_->below(count)];
}

// The thread that waited for this runs right after it.
void Hold::pass(const Choice& choice, const Candidate& chosen) {
  for (const Candidate& candidate : choice.enabled) {
    State& thread = threads_[candidate.thread];
    if (thread.held != Until::kConflict || !candidate.next->conflicts_with(*chosen.next)) continue;
    thread.priority |= kInFront;
    release(thread);
  }
}

void Hold::executed(const Event& event) {
  if (open_rules_ == 0) return;
  meet(event.thread);
  State& thread = threads_[event.thread];
  if (!thread.has_news) news_.push_back(event.thread);
  thread.has_news = true;
}

}  // namespace heddle
