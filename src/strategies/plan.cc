#include "strategies/plan.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace heddle {

namespace {

// Numbers between separators; false where something else stands.
bool parse_numbers(std::string_view text, char separator, std::vector<std::int64_t>& numbers) {
  for (;;) {
    const std::string_view word = text.substr(0, text.find(separator));
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return false;
    numbers.push_back(value);
    if (word.size() == text.size()) return true;
    text.remove_prefix(word.size() + 1);
  }
}

}  // namespace

std::string to_strategy(const Plan& plan) {
  std::string text = "plan:initial=";
  for (std::size_t i = 0; i < plan.initial.size(); ++i) {
    if (i != 0) text += '/';
    text += std::to_string(plan.initial[i]);
  }
  for (std::size_t i = 0; i < plan.changes.size(); ++i) {
    const PriorityChange& change = plan.changes[i];
    text += (i == 0 ? ",changes=" : "/") + std::to_string(change.thread) + "." +
            std::to_string(change.after) + "." + std::to_string(change.priority);
  }
  return text;
}

bool parse_priorities(const std::string& text, std::vector<std::int64_t>& initial) {
  return text.empty() || parse_numbers(text, '/', initial);
}

bool parse_changes(const std::string& text, std::vector<PriorityChange>& changes) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find('/'));
    std::vector<std::int64_t> numbers;
    if (!parse_numbers(word, '.', numbers) || numbers.size() != 3) return false;
    if (numbers[0] < 0 || numbers[0] >= kNoThread || numbers[1] < 0) return false;
    changes.push_back(
        {static_cast<ThreadId>(numbers[0]), static_cast<std::uint64_t>(numbers[1]), numbers[2]});
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
  return true;
}

FollowPlan::FollowPlan(PlanOptions options)
    : PriorityScheduling(options.counted, false),
      initial_(std::move(options.plan.initial)),
      counted_(options.counted) {
  std::vector<PriorityChange>& changes = options.plan.changes;
  std::sort(changes.begin(), changes.end(),
            [](const PriorityChange& a, const PriorityChange& b) { return a.after < b.after; });
  for (const PriorityChange& change : changes) {
    if (change.thread >= changes_.size()) changes_.resize(change.thread + 1u);
    changes_[change.thread].push_back(change);
  }
}

void FollowPlan::begin(const RunContext& run) {
  PriorityScheduling::begin(run);
  progress_.clear();
}

void FollowPlan::executed(const Event& event) {
  if (!belongs(event, counted_) || event.thread >= changes_.size()) return;
  if (event.thread >= progress_.size()) progress_.resize(event.thread + 1u);
  Progress& progress = progress_[event.thread];
  ++progress.events;
  const std::vector<PriorityChange>& changes = changes_[event.thread];
  for (; progress.next < changes.size() && changes[progress.next].after <= progress.events; ++progress.next)
    set_priority(event.thread, static_cast<double>(changes[progress.next].priority));
}

}  // namespace heddle
