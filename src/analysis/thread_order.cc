#include "analysis/thread_order.h"

#include <algorithm>

namespace heddle {

namespace {

void join(std::vector<std::uint32_t>& clock, const std::vector<std::uint32_t>& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

}  // namespace

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
  if (event.kind == OperationKind::kThreadCreate) {
    if (event.detail != kNoThread)
      begin_segment(static_cast<ThreadId>(event.detail), end_segment(event.thread));
    return segment;
  }
  if (edges_ == Edges::kCreation) return segment;
  const bool succeeded = event.detail == 0;
  switch (event.kind) {
    case OperationKind::kThreadJoin:
      if (event.detail < threads_.size())
        begin_segment(event.thread, end_segment(static_cast<ThreadId>(event.detail)));
      break;
    case OperationKind::kSignal:
    case OperationKind::kBroadcast:
      if (succeeded && edges_ == Edges::kAll) join(signals_[event.location], end_segment(event.thread));
      break;
    case OperationKind::kBarrierWait: {
      Barrier& barrier = barriers_[event.location];
      join(barrier.arriving, end_segment(event.thread));
      if (!succeeded) break;  // others have to come
      barrier.passed = std::move(barrier.arriving);
      barrier.arriving.clear();
      begin_segment(event.thread, barrier.passed);
      break;
    }
    case OperationKind::kWake:
      if (!succeeded) break;
      if (const auto barrier = barriers_.find(event.location); barrier != barriers_.end())
        begin_segment(event.thread, barrier->second.passed);
      else if (const auto signal = signals_.find(event.location); signal != signals_.end())
        begin_segment(event.thread, signal->second);
      break;
    default:
      break;
  }
  return segment;
}

}  // namespace heddle
