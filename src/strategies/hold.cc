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
  held_ = 0;
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
  while (threads_.size() <= thread) {
    news_.push_back(static_cast<ThreadId>(threads_.size()));
    threads_.push_back({.priority = random_->next() >> 1});
  }
}

// Those that are blocked are looked at when they no longer are.
void Hold::look_for_news(const Choice& choice) {
  std::erase_if(news_, [&](ThreadId thread) {
    for (const Candidate& candidate : choice.enabled) {
      if (candidate.thread != thread) continue;
      look_at(candidate);
      return true;
    }
    return false;
  });
}

void Hold::look_at(const Candidate& candidate) {
  State& thread = threads_[candidate.thread];
  thread.has_news = false;
  for (Rule& rule : rules_) {
    if (rule.site != candidate.next->site || rule.visits == 0 || --rule.visits != 0) continue;
    --open_rules_;
    if (thread.held == Until::kFree) ++held_;
    thread.held = rule.until;
  }
}

void Hold::release(State& thread) {
  thread.held = Until::kFree;
  --held_;
}

void Hold::release_one(const Choice& choice) {
  const auto is_held = [this](const Candidate& each) { return threads_[each.thread].held != Until::kFree; };
  if (std::all_of(choice.enabled.begin(), choice.enabled.end(), is_held))
    release(threads_[choice.enabled[random_->below(choice.enabled.size())].thread]);
  if (choice.without_progress < SpinWatch::kPatience) return;
  for (State& thread : threads_)
    if (thread.held != Until::kFree) release(thread);
}

Decision Hold::choose(const Choice& choice) {
  meet(choice.enabled.back().thread);
  if (open_rules_ != 0) look_for_news(choice);
  if (held_ == 0) [[likely]]
    return Decision::go(choose_freely(choice.enabled));
  release_one(choice);
  const Candidate& chosen = first(choice.enabled);
  pass(choice, chosen);
  return Decision::go(chosen.thread);
}

// While no thread is held.
ThreadId Hold::choose_freely(std::span<const Candidate> enabled) {
  if (!by_priority_) return enabled[random_->below(enabled.size())].thread;
  return highest(enabled, [this](const Candidate& each) { return threads_[each.thread].priority; }).thread;
}

const Candidate& Hold::first(std::span<const Candidate> enabled) {
  if (free_.size() < enabled.size()) free_.resize(enabled.size());
  std::size_t count = 0;
  for (const Candidate& candidate : enabled) {
    free_[count] = &candidate;
    count += threads_[candidate.thread].held == Until::kFree ? 1 : 0;
  }
  if (!by_priority_) return *free_[random_->below(count)];
  return *highest(std::span(free_.data(), count),
                  [this](const Candidate* each) { return threads_[each->thread].priority; });
}

// The thread that waited for this runs right after it.
void Hold::pass(const Choice& choice, const Candidate& chosen) {
  for (const Candidate& candidate : choice.enabled) {
    State& thread = threads_[candidate.thread];
    if (thread.held != Until::kConflict || !candidate.next->conflicts_with(*chosen.next)) continue;
    release(thread);
    thread.priority |= kInFront;
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
