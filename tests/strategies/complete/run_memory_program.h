// One execution of a small program of atomics (memory_program.h) by a GraphSearch, as the engine would do it:
// which store is seen, the search says.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "memory_program.h"
#include "strategies/complete/graph_search.h"

namespace heddle::complete::testing {

class MemoryWorld {
 public:
  explicit MemoryWorld(const heddle::testing::MemoryProgram& program)
      : program_(&program), at_(program.threads.size()), read_(at_.size()), seen_(at_.size()),
        chains_(program.variables.size(), {{"-", 0}}) {}

  bool is_over(Thread thread) const { return at_[thread] == program_->threads[thread].size(); }
  const heddle::testing::MemoryStep& next(Thread thread) const {
    return program_->threads[thread][at_[thread]];
  }

  // Sees the store that has so many newer ones, or goes behind it. True: it has written.
  bool perform(Thread thread, std::size_t newer, Ordering& ordering) {
    using Kind = heddle::testing::MemoryStep::Kind;
    const heddle::testing::MemoryStep& step = next(thread);
    ordering = step.ordering;
    const std::string name = std::to_string(thread) + "." + std::to_string(at_[thread]++);
    if (step.kind == Kind::kFence) return false;
    std::vector<Store>& chain = chains_[step.variable];
    const std::size_t place = chain.size() - 1 - newer;
    const Store seen = chain.at(place);
    if (step.kind != Kind::kStore) {
      read_[thread].push_back(seen.value);
      seen_[thread] += seen.name + ";";
    }
    std::uint64_t value = step.value;
    if (step.kind == Kind::kLoad) return false;
    if (step.kind == Kind::kAdd) value += seen.value;
    if (step.kind == Kind::kCompareExchange && seen.value != step.expected) {
      ordering = step.failure;
      return false;
    }
    chain.insert(chain.begin() + static_cast<std::ptrdiff_t>(place) + 1, {name, value});
    return true;
  }

  std::string behaviour() const {
    std::string text;
    for (const std::string& each : seen_) text += each + "|";
    for (const std::vector<Store>& chain : chains_) {
      for (const Store& each : chain) text += each.name + ",";
      text += "|";
    }
    return text;
  }
  heddle::testing::Outcome outcome() const {
    heddle::testing::Outcome outcome;
    for (const auto& each : read_) outcome.insert(outcome.end(), each.begin(), each.end());
    for (const std::vector<Store>& chain : chains_) outcome.push_back(chain.back().value);
    return outcome;
  }

 private:
  struct Store {
    std::string name;
    std::uint64_t value;
  };

  const heddle::testing::MemoryProgram* program_;
  std::vector<std::size_t> at_;
  std::vector<std::vector<std::uint64_t>> read_;
  std::vector<std::string> seen_;
  std::vector<std::vector<Store>> chains_;
};

inline Step step_of(const heddle::testing::MemoryStep& step, bool has_orderings) {
  using Kind = heddle::testing::MemoryStep::Kind;
  Step next;
  if (has_orderings) next.ordering = step.ordering;
  if (step.kind == Kind::kFence) {
    if (has_orderings) next.act = Act::kFence;
    return next;
  }
  next.where = static_cast<Place>(step.variable);
  next.act = step.kind == Kind::kLoad    ? Act::kRead
             : step.kind == Kind::kStore ? Act::kWrite
                                         : Act::kUpdate;
  return next;
}

struct MemoryBehaviours {
  std::map<std::string, std::size_t> met;
  heddle::testing::Outcomes outcomes;
  std::size_t in_vain = 0;
  bool contradicted = false;
  std::size_t twice() const {
    std::size_t twice = 0;
    for (const auto& [behaviour, times] : met) twice += times - 1;
    return twice;
  }
};

inline MemoryBehaviours behaviours_of(const heddle::testing::MemoryProgram& program,
                                      std::unique_ptr<MemoryModel> model) {
  const bool has_orderings = model->has_orderings();
  GraphSearch search(std::move(model));
  MemoryBehaviours found;
  const auto threads = static_cast<Thread>(program.threads.size());
  while (!search.is_exhausted() && !search.is_contradicted()) {
    MemoryWorld world(program);
    search.begin();
    const auto perform = [&](Thread thread) {
      Step step = step_of(world.next(thread), has_orderings);
      Ordering ordering;
      const bool wrote = world.perform(thread, search.newer_writes(thread), ordering);
      if (has_orderings) step.ordering = ordering;
      search.performed(thread, step, wrote);
    };
    // Nobody is asked about fences but seq_cst ones.
    const auto pass_fences = [&](Thread thread) {
      while (!world.is_over(thread)) {
        const Step next = step_of(world.next(thread), has_orderings);
        if (!happens_by_itself(next.act, next.ordering)) return;
        perform(thread);
      }
    };
    for (Thread thread = 0; thread < threads; ++thread) pass_fences(thread);
    for (;;) {
      std::vector<GraphSearch::Candidate> enabled;
      for (Thread thread = 0; thread < threads; ++thread)
        if (!world.is_over(thread))
          enabled.push_back({thread, step_of(world.next(thread), has_orderings)});
      if (enabled.empty() || search.is_over()) break;
      const Thread chosen = search.choose(enabled);
      if (chosen == kNobody) break;
      perform(chosen);
      pass_fences(chosen);
    }
    if (search.is_over()) {
      ++found.in_vain;
    } else {
      ++found.met[world.behaviour()];
      found.outcomes.insert(world.outcome());
    }
    search.ended({});
  }
  found.contradicted = search.is_contradicted();
  return found;
}

}  // namespace heddle::complete::testing
