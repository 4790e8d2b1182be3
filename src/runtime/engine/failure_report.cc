#include "runtime/engine/failure_report.h"

#include <cstring>

#include "detect/waiting.h"
#include "runtime/naming/names.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

// The first words of the object that a thread waits for: of a pthread barrier how many threads came, how many
// of them were let go and how many it needs (interpose/barrier.cc); of a semaphore its tokens; a futex is one
// word.
void ThreadDescriber::read_value(const Thread& thread, WaitState& state) const {
  const auto* words = reinterpret_cast<const std::uint32_t*>(thread.next.address);
  state.value_is_known = guard_.is_memory(words) && (state.how == OperationKind::kBarrierWait ||
                                                     state.how == OperationKind::kSemaphoreWait ||
                                                     state.how == OperationKind::kFutexWait);
  if (!state.value_is_known) return;
  state.value = words[0];
  if (state.how != OperationKind::kBarrierWait) return;
  state.value -= words[1];
  state.wanted = words[2];
}

void ThreadDescriber::describe_wait(const Thread& thread, ThreadReport& report) const {
  // Every blocked thread looks through all events; thousands of threads and millions of events are too many.
  constexpr std::uint64_t kMostLooks = 1'000'000'000;
  if (report.state != ThreadState::kBlocked || thread.next.location == kNoLocation) return;
  const std::span<const Event> events = hot.recording->recorded_events();
  if (events.size() * program().threads.size() > kMostLooks) return;
  report.wait = wait_state(events, thread.id, thread.next);
  read_value(thread, report.wait);
  if (report.wait.watched != kNoLocation)
    report.wait.watched_object = program().knowledge.locations[report.wait.watched];
}

ThreadReport ThreadDescriber::describe(const Thread& thread, ThreadId waits_for, Unwinding unwinding) const {
  ThreadReport report;
  report.name = thread.name;
  report.given_name = thread.attributes.name;
  if (thread.keeps_storage) report.created_at = thread.created_at;
  report.state = thread.finished  ? ThreadState::kFinished
                 : thread.enabled ? ThreadState::kEnabled
                                  : ThreadState::kBlocked;
  report.next = thread.next;
  report.waits_for = waits_for;
  const auto name = [this, unwinding](std::uint64_t address) {
    return unwinding == Unwinding::kYes ? guard_.name_for_people(address) : name_of(address);
  };
  if (thread.next.location != kNoLocation) report.object = name(thread.next.address);
  for (const AcquiredLock& lock : thread.held) {
    Location object = name(lock.address);
    guard_.name_left(lock.address, object);
    report.held.push_back({object, lock.site, lock.for_reading});
  }
  if (thread.finished) return report;
  if (load_map().program_is_instrumented())
    report.stack = stack_of(thread, thread.next.site);
  else if (unwinding == Unwinding::kYes)
    report.stack = sites_of(program().stacks->unwind(thread, kMostToldFrames));
  return report;
}

void store_report(const Writer& writer) {
  Recording& recording = *hot.recording;
  const std::vector<std::uint8_t>& bytes = writer.bytes();
  if (bytes.size() > Most::report) {
    recording.beyond |= set_of(Bound::kReport);
    return;
  }
  std::memcpy(recording.report, bytes.data(), bytes.size());
  recording.report_count = bytes.size();
}

}  // namespace heddle::runtime
