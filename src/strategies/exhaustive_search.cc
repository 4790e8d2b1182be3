#include "strategies/exhaustive_search.h"

namespace heddle {

namespace {

// Who goes on without preemption: the current thread, else the first one; and then the others, in turn.
void order_threads(const Crossing& crossing, std::vector<ThreadId>& order) {
  order.clear();
  const ThreadId from = crossing.current != kNoThread ? crossing.current : kMainThread;
  for (const Event& each : crossing.enabled)
    if (each.thread >= from) order.push_back(each.thread);
  for (const Event& each : crossing.enabled)
    if (each.thread < from) order.push_back(each.thread);
}

}  // namespace

void ExhaustiveSearch::begin(Random&, Prefix& prefix) {
  has_begun_ = true;
  path_ = PathPool::kEmpty;
  cost_ = 0;
  if (waiting_ == 0) return;
  while (items_[cost_].empty()) ++cost_;
  const Item item = items_[cost_].back();
  items_[cost_].pop_back();
  --waiting_;
  path_ = paths_.extend(item.path, item.thread);
  paths_.release(item.path);
  prefix = paths_.prefix(path_);
}

void ExhaustiveSearch::forget() {
  items_.clear();
  waiting_ = 0;
  paths_.clear();
  has_begun_ = false;
}

std::uint64_t ExhaustiveSearch::cost_of(const Crossing& crossing, std::size_t place) const {
  switch (options_.bound) {
    case ExhaustiveOptions::Bound::kPreemptions:
      return place != 0 && crossing.current != kNoThread ? 1 : 0;
    case ExhaustiveOptions::Bound::kDelays:
      return place;
    case ExhaustiveOptions::Bound::kNone:
      break;
  }
  return 0;
}

void ExhaustiveSearch::put_off(ThreadId thread, std::uint64_t cost) {
  if (options_.bound != ExhaustiveOptions::Bound::kNone && cost > options_.most) return;
  if (cost >= items_.size()) items_.resize(cost + 1);
  paths_.hold(path_);
  items_[cost].push_back({path_, thread});
  ++waiting_;
}

Decision ExhaustiveSearch::choose(const Crossing& crossing) {
  order_threads(crossing, order_);
  for (std::size_t place = order_.size() - 1; place > 0; --place)
    put_off(order_[place], cost_ + cost_of(crossing, place));
  const PathPool::Path before = path_;
  path_ = paths_.extend(before, order_[0]);
  paths_.release(before);
  return Decision::go(order_[0]);
}

std::uint32_t ExhaustiveSearch::choose_store(std::uint32_t count) {
  for (std::uint32_t store = count - 1; store > 0; --store)
    put_off(static_cast<ThreadId>(kStoreStep | store), cost_);
  const PathPool::Path before = path_;
  path_ = paths_.extend(before, kStoreStep);
  paths_.release(before);
  return 0;
}

void ExhaustiveSearch::ended(const Execution&) {
  paths_.release(path_);
  path_ = PathPool::kEmpty;
}

std::string ExhaustiveSearch::claim() const {
  const std::string most = std::to_string(options_.most);
  switch (options_.bound) {
    case ExhaustiveOptions::Bound::kPreemptions:
      return "every schedule with at most " + most + (options_.most == 1 ? " preemption" : " preemptions");
    case ExhaustiveOptions::Bound::kDelays:
      return "every schedule with at most " + most + (options_.most == 1 ? " delay" : " delays");
    case ExhaustiveOptions::Bound::kNone:
      break;
  }
  return "every schedule";
}

}  // namespace heddle
