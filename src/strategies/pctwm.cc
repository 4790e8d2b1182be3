#include "strategies/pctwm.h"

#include <algorithm>

#include "strategies/highest.h"

namespace heddle {

std::uint64_t Pctwm::usual_reads() const {
  if (options_.reads != 0) return options_.reads;
  return profile_ != nullptr ? std::max<std::uint64_t>(profile_->atomic_reads(), 1) : measured_;
}

void Pctwm::begin(const RunContext& run) {
  random_ = &run.random;
  tally_ = run.tally;
  reads_ = 0;
  priorities_.clear();
  lowest_ = 0;
  spin_watch_.begin();
  const std::uint64_t reads = usual_reads();
  communications_.clear();
  const std::uint64_t wanted = std::min<std::uint64_t>(options_.depth, reads);
  while (communications_.size() < wanted) {
    const std::uint64_t read = 1 + random_->below(reads);
    if (std::find(communications_.begin(), communications_.end(), read) == communications_.end())
      communications_.push_back(read);
  }
}

void Pctwm::meet(ThreadId thread) {
  while (priorities_.size() <= thread) priorities_.push_back({1 + random_->unit()});
}

std::size_t Pctwm::communication() const {
  const auto found = std::find(communications_.begin(), communications_.end(), reads_);
  return found == communications_.end() ? 0 : static_cast<std::size_t>(found - communications_.begin()) + 1;
}

// Below 0: those that spin. From 0 to 1: those that are about to communicate. From 1 to 2: all others.
Decision Pctwm::choose(const Choice& choice) {
  meet(choice.enabled.back().thread);
  const auto first = [&] {
    return highest(choice.enabled, [this](const Candidate& each) { return priorities_[each.thread].value; });
  };
  Candidate chosen = first();
  if (spin_watch_.spins(choice) || chosen.next->kind == OperationKind::kYield) {
    priorities_[chosen.thread].value = --lowest_;
    chosen = first();
  }
  // Each of them has its turn at being put off, at most.
  for (std::size_t i = 0; i < choice.enabled.size(); ++i) {
    Priority& priority = priorities_[chosen.thread];
    if (!is_read(chosen.next->kind) || priority.reads_counted) break;
    ++reads_;
    priority.reads_counted = true;
    const std::size_t place = communication();
    if (place == 0) break;
    priority.communicates = true;
    priority.value = static_cast<double>(place) / static_cast<double>(communications_.size() + 1);
    chosen = first();
  }
  return Decision::go(chosen.thread);
}

std::uint32_t Pctwm::choose_store(const StoreChoice& choice) {
  if (!is_read(choice.operation.kind)) return 0;
  meet(choice.thread);
  Priority& priority = priorities_[choice.thread];
  if (!priority.reads_counted) {  // choose() was not asked: no other thread could go on
    ++reads_;
    priority.reads_counted = true;
    priority.communicates = communication() != 0;
  }
  if (priority.communicates)
    return static_cast<std::uint32_t>(random_->below(std::min(choice.count, options_.stores)));
  return choice.operation.kind == OperationKind::kAtomicLoad ? choice.count - 1 : 0;
}

void Pctwm::executed(const Event& event) {
  if (!is_read(event.kind)) return;
  if (tally_ != nullptr) ++tally_[kReads];
  meet(event.thread);
  Priority& priority = priorities_[event.thread];
  if (!priority.reads_counted) ++reads_;  // neither choose() nor choose_store() was asked
  priority.reads_counted = priority.communicates = false;
}

Lesson Pctwm::learn(const Execution& execution) {
  const std::uint64_t reads = execution.tally[kReads];
  if (execution.end != End::kCompleted || reads <= measured_) return Lesson::kNone;
  measured_ = reads;
  return Lesson::kNews;
}

}  // namespace heddle
