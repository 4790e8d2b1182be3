#include "search/differing_step.h"

#include <algorithm>

namespace heddle {

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

std::vector<std::vector<KernelAnswer>> by_thread(const std::vector<KernelAnswer>& answers) {
  std::vector<std::vector<KernelAnswer>> result;
  for (const KernelAnswer& answer : answers) {
    if (answer.thread >= result.size()) result.resize(answer.thread + std::size_t{1});
    result[answer.thread].push_back(answer);
  }
  return result;
}

bool is_same_call(const KernelAnswer& one, const KernelAnswer& other) {
  return one.call == other.call && one.site == other.site;
}

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

std::vector<KernelAnswer> differing_answers(const Replayed& one, const Replayed& other) {
  constexpr std::size_t kMost = 3;
  const auto first = by_thread(one.answers), second = by_thread(other.answers);
  std::vector<KernelAnswer> found;
  for (std::size_t thread = 0; thread < std::min(first.size(), second.size()); ++thread) {
    const std::vector<KernelAnswer>&a = first[thread], &b = second[thread];
    for (std::size_t i = 0; i < std::min(a.size(), b.size()) && is_same_call(a[i], b[i]); ++i) {
      const auto is_known = [&](const KernelAnswer& known) { return is_same_call(known, a[i]); };
      if (a[i].hash != b[i].hash && std::none_of(found.begin(), found.end(), is_known)) found.push_back(a[i]);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const KernelAnswer& a, const KernelAnswer& b) { return a.step < b.step; });
  if (found.size() > kMost) found.resize(kMost);
  return found;
}

}  // namespace heddle
