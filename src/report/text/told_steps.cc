#include "report/text/told_steps.h"

#include <algorithm>
#include <unordered_map>

#include "report/model/contest.h"
#include "report/model/failure_names.h"
#include "report/text/heap_text.h"
#include "report/text/stack_error_text.h"
#include "report/text/thread_text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kLastAccesses = 2;  // of the failing thread, that are told in any case

class Choice {
 public:
  Choice(const ExplainedTrace& trace, const Failure& failure, TraceWords& words)
      : trace_(trace), failure_(failure), words_(words), contest_(trace.events), awaited_(awaited()) {}

  std::vector<std::size_t> steps() {
    const std::set<std::size_t> last = last_accesses();
    const std::set<std::size_t> overwritten = overwritten_in_set_up();
    std::vector<std::size_t> result;
    bool exited = false;  // the end of exit() is no further one
    for (std::size_t i = 0; i < trace_.events.size(); ++i) {
      const bool exits = trace_.events[i].kind == OperationKind::kExit;
      const bool again = exits && exited;
      exited = exited || exits;
      if ((matters(trace_.events[i]) && !overwritten.contains(i) && !again) || last.contains(i))
        result.push_back(i);
    }
    return result;
  }

  std::set<std::size_t> decisive() {
    std::vector<Event> looked_at;
    for (std::size_t index : last_accesses()) looked_at.push_back(trace_.events[index]);
    if (failure_.kind == FailureKind::kDataRace)
      for (const RacingAccess* access : {&failure_.race.first, &failure_.race.second})
        if (access->step < trace_.events.size()) looked_at.push_back(trace_.events[access->step]);
    std::set<std::size_t> result;
    for (std::size_t i = 0; i < trace_.events.size(); ++i)
      if (is_access(trace_.events[i].kind) &&
          std::any_of(looked_at.begin(), looked_at.end(),
                      [&](const Event& each) { return contest_.meet(each, trace_.events[i]); }))
        result.insert(i);
    return result;
  }

 private:
  static constexpr std::uint64_t kNoise = set_of(OperationKind::kYield, OperationKind::kFence);

  bool matters(const Event& event) const {
    if (is_one_of(event.kind, kNoise)) return false;
    if (event.kind == OperationKind::kWake && event.detail != 0) return true;  // a time-out is a reason
    if (event.kind == OperationKind::kFree) return frees_the_culprit(event) || is_shared(event);
    if (is_plain_access(event.kind) && event.size > sizeof(AccessValue::before)) return false;
    return event.location == kNoLocation ? !is_access(event.kind) : is_shared(event);
  }

  bool is_shared(const Event& event) const {
    return contest_.is_competed_for(event) || awaited_.contains(event.location);
  }

  // What threads wait for in the end: its owner may be the only thread that ever used it.
  std::set<LocationId> awaited() const {
    std::set<std::uint64_t> objects;
    for (const ThreadReport& thread : failure_.threads)
      if (thread.state == ThreadState::kBlocked && thread.object.kind != ObjectKind::kNone)
        objects.insert(thread.object.key());
    std::set<LocationId> result;
    for (std::size_t i = 0; i < trace_.locations.size(); ++i)
      if (objects.contains(trace_.locations[i].key())) result.insert(static_cast<LocationId>(i + 1));
    return result;
  }

  // The block that was used after this, or freed again.
  bool frees_the_culprit(const Event& event) const {
    const Location& block = failure_.heap.object;
    return failure_.kind == FailureKind::kHeapError && event.location != kNoLocation &&
           event.location <= trace_.locations.size() && block.kind == ObjectKind::kHeap &&
           trace_.locations[event.location - 1].object_key() == block.object_key();
  }

  // While there is only one thread, the last value that it leaves somewhere is all that others can find.
  std::set<std::size_t> overwritten_in_set_up() const {
    std::set<std::size_t> result;
    std::unordered_map<std::uint64_t, std::size_t> last;  // by location and bytes
    const std::vector<Event>& events = trace_.events;
    for (std::size_t i = 0; i < events.size() && events[i].kind != OperationKind::kThreadCreate; ++i) {
      if (!is_plain_access(events[i].kind)) continue;
      const auto [entry, added] =
          last.try_emplace(std::uint64_t{events[i].location} << 32 | events[i].detail, i);
      if (added) continue;
      result.insert(writes(events[i].kind) ? entry->second : i);
      if (writes(events[i].kind)) entry->second = i;
    }
    return result;
  }

  // The texts of a program have no name, and its tables of virtual functions never change.
  static bool is_variable(const ObjectName& object) {
    return object.is_variable && !object.name.starts_with("vtable for ");
  }

  // What the failing thread looked at last, even if no other thread has accessed it yet: a pointer that is
  // still null.
  std::set<std::size_t> last_accesses() {
    std::set<std::size_t> found;
    const FailureKind failed = failure_.kind;
    if (failed != FailureKind::kAssertion && failed != FailureKind::kCrash &&
        failed != FailureKind::kUncaughtException && failed != FailureKind::kHeapError &&
        failed != FailureKind::kStackError && failed != FailureKind::kExitStatus)
      return found;
    for (std::size_t i = trace_.events.size(); i-- > 0 && found.size() < kLastAccesses;) {
      const Event& event = trace_.events[i];
      // A thread crashes in its last access; of an exception it is what the library writes into it.
      const bool is_end = i + 1 == trace_.events.size() && failed != FailureKind::kUncaughtException;
      if (event.thread != failure_.thread || (wrote(event) && !is_end)) continue;
      if (event.location == kNoLocation || event.location > trace_.locations.size()) continue;
      const ObjectKind kind = trace_.locations[event.location - 1].kind;
      const bool is_known = (kind == ObjectKind::kGlobal && is_variable(words_.object(i))) ||
                            kind == ObjectKind::kHeap || contest_.is_passed_on(event);
      if (!is_access(event.kind) || !is_known || event.size > sizeof(AccessValue::before)) continue;
      const std::vector<Frame>& stack = words_.stack(i);
      if (!stack.empty() && !stack.front().library) found.insert(i);
    }
    return found;
  }

  const ExplainedTrace& trace_;
  const Failure& failure_;
  TraceWords& words_;
  Contest contest_;
  std::set<LocationId> awaited_;
};

std::string what_went_wrong(const FailureNames& names) {
  const Failure& failure = names.failure();
  switch (failure.kind) {
    case FailureKind::kAssertion:
      return "the assertion fails";
    case FailureKind::kDataRace:
      return "data race with " + names.thread(failure.race.first.thread);
    case FailureKind::kHeapError:
      return heap_error_name(failure.heap);
    case FailureKind::kStackError:
      return stack_error_name(failure.stack);
    default:
      return std::string(to_string(failure.kind));
  }
}

}  // namespace

ToldSteps told_steps(const ExplainedTrace& trace, const Failure& failure, TraceWords& words) {
  Choice choice(trace, failure, words);
  return {choice.steps(), choice.decisive()};
}

bool changes_value(const ExplainedTrace& trace, std::size_t index) {
  return wrote(trace.events[index]) && trace.values[index].before != trace.values[index].after;
}

bool DecidedSwitches::add(ThreadId thread, std::size_t index) {
  bool switched = false;
  if (thread != last_thread_) {
    // The thread that was left since the last event could have continued.
    const auto left = std::upper_bound(preemptions_.begin(), preemptions_.end(), last_index_);
    const bool was_left = last_thread_ != kNoThread && left != preemptions_.end() && *left <= index;
    switched = was_left || left_.contains(thread);
    left_.erase(thread);
    if (was_left) left_.insert(last_thread_);
  }
  last_thread_ = thread;
  last_index_ = static_cast<std::uint32_t>(index);
  return switched;
}

std::vector<TraceEnd> ends_of(const Failure& failure, const Places& places) {
  const FailureNames names(failure, places);
  std::vector<TraceEnd> ends;
  if (failure.kind == FailureKind::kDeadlock) {
    for (std::size_t id = 0; id < failure.threads.size(); ++id)
      if (failure.threads[id].state == ThreadState::kBlocked)
        ends.push_back({static_cast<ThreadId>(id), failure.threads[id].next.site,
                        state_text(names, static_cast<ThreadId>(id))});
  } else if (failure.thread != kNoThread) {
    ends.push_back({failure.thread, failure.site, what_went_wrong(names)});
  }
  return ends;
}

}  // namespace heddle::report
