#include "analysis/thread_order.h"

#include <algorithm>

namespace heddle {

namespace {

void join(std::vector<std::uint32_t>& clock, const std::vector<std::uint32_t>& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

constexpr std::uint64_t kCreations =
    kinds_where([](const OperationFacts& facts) { return facts.act == OperationAct::kCreate; });
constexpr std::uint64_t kLastingOrders = kCreations | kinds_where([](const OperationFacts& facts) {
                                           return facts.act == OperationAct::kJoin ||
                                                  facts.act == OperationAct::kArrive ||
                                                  facts.act == OperationAct::kWake;
                                         });
constexpr std::uint64_t kAllOrders =
    kLastingOrders | kinds_where([](const OperationFacts& facts) {
      return facts.act == OperationAct::kNotify || facts.act == OperationAct::kWait;
    });

}  // namespace

// Ends and begins the segments of one thread.
class ThreadOrder::Segments : public Unordered {
 public:
  Segments(ThreadOrder& order, ThreadId self) : order_(order), self_(self) {}

  void create_thread(ThreadId created) { order_.begin_segment(created, order_.end_segment(self_)); }
  void join_thread(ThreadId joined) {
    if (joined < order_.threads_.size()) order_.begin_segment(self_, order_.end_segment(joined));
  }
  void join_all() {
    for (std::size_t thread = 0; thread < order_.threads_.size(); ++thread)
      if (thread != self_) join_thread(static_cast<ThreadId>(thread));
  }
  void arrive(const SyncObject& barrier) {
    join(order_.barriers_[barrier.id].arriving, order_.end_segment(self_));
  }
  void open(const SyncObject& object) {
    Barrier& barrier = order_.barriers_[object.id];
    barrier.passed = std::move(barrier.arriving);
    barrier.arriving.clear();
  }
  void leave(const SyncObject& object) {
    const auto barrier = order_.barriers_.find(object.id);
    if (barrier != order_.barriers_.end()) order_.begin_segment(self_, barrier->second.passed);
  }
  void notify(const SyncObject& condition) { join(order_.signals_[condition.id], order_.end_segment(self_)); }
  void woken(const SyncObject& condition) {
    const auto signal = order_.signals_.find(condition.id);
    if (signal != order_.signals_.end()) order_.begin_segment(self_, signal->second);
  }

 private:
  ThreadOrder& order_;
  ThreadId self_;
};

ThreadOrder::ThreadOrder(Edges edges)
    : concerned_(edges == Edges::kCreation  ? kCreations
                 : edges == Edges::kLasting ? kLastingOrders
                                            : kAllOrders) {}

ThreadOrder::Thread& ThreadOrder::at(ThreadId thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1u);
  return threads_[thread];
}

// What somebody knows who comes after everything that the thread has done so far.
ThreadOrder::Clock ThreadOrder::end_segment(ThreadId thread) {
  std::vector<Clock>& clocks = at(thread).clocks;
  Clock known = clocks.back();
  if (known.size() <= thread) known.resize(thread + 1u);
  known[thread] = static_cast<std::uint32_t>(clocks.size());
  clocks.push_back(clocks.back());
  return known;
}

void ThreadOrder::begin_segment(ThreadId thread, const Clock& after) {
  std::vector<Clock>& clocks = at(thread).clocks;
  clocks.push_back(clocks.back());
  join(clocks.back(), after);
}

Segment ThreadOrder::add(const Event& event) {
  const auto segment = static_cast<Segment>(at(event.thread).clocks.size() - 1);
  if (concerns(event.kind)) before_.add(event, 0, Segments(*this, event.thread));
  return segment;
}

}  // namespace heddle
