#include "host/differing_step.h"

#include <algorithm>

namespace heddle::host {

namespace {

// The steps of a replay, with their threads. What it was about to do when it left the schedule is the last
// one.
class Steps {
 public:
  explicit Steps(const Replayed& replayed) : replayed_(replayed) {
    for (const Run& run : replayed.report.schedule)
      threads_.insert(threads_.end(), std::min(run.steps, room()), run.thread);
    count_ = std::min(threads_.size(), replayed.record.steps.size());
    const Divergence& divergence = replayed.report.divergence;
    is_cut_short_ = replayed.report.end == End::kDiverged && divergence.thread != kNoThread;
  }

  std::size_t count() const { return count_ + (is_cut_short_ ? 1 : 0); }
  ThreadId thread(std::size_t i) const {
    return i < count_ ? threads_[i] : replayed_.report.divergence.thread;
  }
  StepKind kind(std::size_t i) const {
    return i < count_ ? replayed_.record.kinds[replayed_.record.steps[i]] : replayed_.report.divergence.found;
  }

 private:
  std::uint32_t room() const {
    return static_cast<std::uint32_t>(replayed_.record.steps.size() -
                                      std::min(threads_.size(), replayed_.record.steps.size()));
  }

  const Replayed& replayed_;
  std::vector<ThreadId> threads_;
  std::size_t count_ = 0;
  bool is_cut_short_ = false;
};

}  // namespace

std::optional<DifferingStep> first_difference(const Replayed& one, const Replayed& other) {
  const Steps first(one), second(other);
  std::vector<SiteId> last;  // by thread
  for (std::size_t i = 0; i < std::min(first.count(), second.count()); ++i) {
    const ThreadId thread = first.thread(i);
    // Both follow the same schedule: another thread goes on only after a difference that was not recorded.
    if (thread != second.thread(i)) return std::nullopt;
    if (thread >= last.size()) last.resize(thread + std::size_t{1}, kNoSite);
    if (first.kind(i) != second.kind(i)) return {{i, thread, last[thread], first.kind(i), second.kind(i)}};
    last[thread] = first.kind(i).site;
  }
  return std::nullopt;
}

}  // namespace heddle::host
