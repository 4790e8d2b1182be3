#include "analysis/lock_cycles.h"

#include <algorithm>
#include <unordered_map>

namespace heddle {

namespace {

bool are_compatible(std::span<const TakenLock> one, std::span<const TakenLock> other) {
  for (const TakenLock& mine : one)
    for (const TakenLock& theirs : other)
      if (mine.lock == theirs.lock && !(mine.shared && theirs.shared)) return false;
  return true;
}

// MagicFuzzer's reduction: who wants a lock that nobody holds while wanting another one, or holds only such
// that nobody wants, is in no cycle. Mostly nobody is left.
std::vector<const LockDependency*> reduced(std::span<const LockDependency> dependencies) {
  std::vector<const LockDependency*> left;
  std::unordered_map<LocationId, std::size_t> wanted, held;
  for (const LockDependency& each : dependencies) {
    left.push_back(&each);
    ++wanted[each.lock];
    for (const TakenLock& lock : each.held) ++held[lock.lock];
  }
  const auto is_out = [&](const LockDependency* each) {
    const auto is_wanted = [&](const TakenLock& lock) { return wanted[lock.lock] != 0; };
    if (held[each->lock] != 0 && std::any_of(each->held.begin(), each->held.end(), is_wanted)) return false;
    --wanted[each->lock];
    for (const TakenLock& lock : each->held) --held[lock.lock];
    return true;
  };
  while (std::erase_if(left, is_out) != 0) {
  }
  return left;
}

class CycleFinder {
 public:
  CycleFinder(std::span<const LockDependency> dependencies, const ThreadOrder& order,
              const CycleLimits& limits, const std::function<void(const LockDependencyCycle&)>& found)
      : dependencies_(reduced(dependencies)), order_(order), steps_(limits.steps), found_(found) {
    std::vector<ThreadId> threads;
    for (const LockDependency* const each : dependencies_) {
      threads.push_back(each->thread);
      for (const TakenLock& lock : each->held) holders_[lock.lock].push_back(each);
    }
    std::sort(threads.begin(), threads.end());
    const auto end = std::unique(threads.begin(), threads.end());
    longest_ = std::min<std::size_t>(limits.longest, static_cast<std::size_t>(end - threads.begin()));
  }

  void find() {
    for (std::size_t length = 2; length <= longest_; ++length)
      for (const LockDependency* const first : dependencies_) {
        path_.assign(1, first);
        extend(length);
      }
  }

 private:
  void extend(std::size_t length) {
    const LockDependency& last = *path_.back();
    for (const LockDependency* const next : holders_[last.lock]) {
      if (steps_ == 0) return;
      --steps_;
      if (!fits(*next)) continue;
      const bool closes = blocking_lock(*path_.front(), next->lock, next->shared) != nullptr;
      if (closes != (path_.size() + 1 == length)) continue;
      path_.push_back(next);
      if (!closes)
        extend(length);
      else if (can_meet())
        found_(path_);
      path_.pop_back();
    }
  }

  // All of the path at one time: for each time of the first one, the earliest of every other that is not over
  // by then.
  bool can_meet() {
    const LockDependency& first = *path_.front();
    std::vector<Segment> times(path_.size());
    for (const Segment time : first.segments) {
      if (steps_ == 0) return false;
      --steps_;
      times[0] = time;
      bool all_have = true;
      for (std::size_t i = 1; all_have && i < path_.size(); ++i) {
        const LockDependency& other = *path_[i];
        const auto is_over = [&](Segment each) {
          return order_.precedes(other.thread, each, first.thread, time);
        };
        const auto found = std::partition_point(other.segments.begin(), other.segments.end(), is_over);
        all_have = found != other.segments.end();
        if (all_have) times[i] = *found;
      }
      if (all_have && are_unordered(times)) return true;
    }
    return false;
  }
  bool are_unordered(std::span<const Segment> times) const {
    for (std::size_t i = 0; i < path_.size(); ++i)
      for (std::size_t j = 0; j < path_.size(); ++j)
        if (i != j && order_.precedes(path_[i]->thread, times[i], path_[j]->thread, times[j])) return false;
    return true;
  }

  // Behind the path: it holds what the last one wants, and no lock keeps it from being there together with
  // them.
  bool fits(const LockDependency& next) const {
    if (next.thread <= path_.front()->thread) return false;
    if (blocking_lock(next, path_.back()->lock, path_.back()->shared) == nullptr) return false;
    for (const LockDependency* const each : path_) {
      if (each->thread == next.thread || !are_compatible(each->held, next.held)) return false;
      // A cycle without the first one.
      if (each != path_.front() && blocking_lock(*each, next.lock, next.shared) != nullptr) return false;
    }
    return true;
  }

  std::vector<const LockDependency*> dependencies_;
  const ThreadOrder& order_;
  std::uint64_t steps_;
  const std::function<void(const LockDependencyCycle&)>& found_;
  std::size_t longest_ = 0;
  std::unordered_map<LocationId, std::vector<const LockDependency*>> holders_;  // by lock
  LockDependencyCycle path_;
};

}  // namespace

const TakenLock* blocking_lock(const LockDependency& holder, LocationId lock, bool shared) {
  for (const TakenLock& each : holder.held)
    if (each.lock == lock && !(each.shared && shared)) return &each;
  return nullptr;
}

void find_lock_cycles(std::span<const LockDependency> dependencies, const ThreadOrder& order,
                      const CycleLimits& limits,
                      const std::function<void(const LockDependencyCycle&)>& found) {
  CycleFinder(dependencies, order, limits, found).find();
}

}  // namespace heddle
