#include "report/text/thread_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "event/operation_words.h"
#include "report/model/deed_words.h"
#include "report/model/text.h"
#include "report/text/stack_text.h"
#include "report/text/wait_text.h"

namespace heddle::report {

namespace {

constexpr std::size_t kMaxBlocks = 8;
constexpr std::size_t kMaxFinishedNames = 12;

// "the one-time initialisation of `config`": a guard is not a name in the source.
std::string initialised(const std::string& object) {
  constexpr std::string_view kGuard = "`guard variable for ";
  return object.starts_with(kGuard) ? "`" + object.substr(kGuard.size()) : object;
}

// Failures of one thread; the others are made by several.
bool fails_alone(FailureKind kind) {
  switch (kind) {
    case FailureKind::kAssertion:
    case FailureKind::kCrash:
    case FailureKind::kHeapError:
    case FailureKind::kStackError:
    case FailureKind::kLockMisuse:
    case FailureKind::kUncaughtException:
    case FailureKind::kExitStatus:
      return true;
    default:
      return false;
  }
}

std::string failing_text(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::kCrash:
      return "crashed here";
    case FailureKind::kUncaughtException:
      return "threw the uncaught exception";
    case FailureKind::kExitStatus:
      return fmt::format("ended the program with status {}", failure.code);
    case FailureKind::kLockMisuse:
      return failure.text.empty() ? "misused a lock here" : visible(failure.text);
    default:
      return "failed here";
  }
}

// What the thread's next operation is about, or whom.
std::string object_words(const FailureNames& names, const ThreadReport& thread) {
  const OperationFacts& facts = facts_of(thread.next.kind);
  if (facts.object == OperationObject::kThread || facts.object == OperationObject::kSignals) {
    const bool is_of_one = thread.next.peer != kNoThread;
    if (!is_of_one && thread.next.kind == OperationKind::kThreadJoin) return "all other threads";
    if (!is_of_one && thread.next.kind == OperationKind::kSendSignal) return "the process";
    return names.thread(thread.next.peer);
  }
  const std::uint8_t size = is_access(thread.next.kind) ? thread.next.size : 0;
  const std::string object = names.phrase(thread.object, noun_of(facts.object), size);
  return facts.object == OperationObject::kOnceFlag ? initialised(object) : object;
}

std::string blocked_text(const FailureNames& names, const ThreadReport& thread) {
  if (thread.next.kind == OperationKind::kThreadStart)
    return "has not started yet: a task that it depends on is not done, or no thread of its team is free";
  if (const std::string awaited = awaited_text(names, thread); !awaited.empty()) return "waits " + awaited;
  if (is_acquisition(thread.next.kind) && facts_of(thread.next.kind).waits != OperationWaits::kNever) {
    std::string text = "waits to " + deed_text(names, thread);
    if (thread.waits_for == kNoThread) return text;
    text += ", held by " + names.thread(thread.waits_for);
    return names.is_finished(thread.waits_for) ? text + ", which has finished" : text;
  }
  const std::string_view blocked = words_of(thread.next.kind).blocked;
  return blocked.empty() ? "cannot go on: about to " + deed_text(names, thread)
                         : filled(blocked, [&] { return object_words(names, thread); });
}

std::string block(const FailureNames& names, ThreadId id, const Style& style) {
  const ThreadReport& thread = *names.report(id);
  const std::string name = names.thread(id);
  std::string text = wrapped(name + ": " + state_text(names, id), 2, 6);
  if (const std::size_t at = text.find(name); at != std::string::npos)
    text.replace(at, name.size(), style.bold(name));
  // A thread that fails before it does anything else has announced nothing since its start.
  const Failure& failure = names.failure();
  const bool is_started = thread.next.kind != OperationKind::kThreadStart ||
                          (id == failure.thread && failure.kind != FailureKind::kDeadlock);
  text += stack_text(stack_of(names, id), is_started ? "at" : "created at", style);
  return text + (is_started ? origin_text(names, id) : "") + held_text(names, thread.held);
}

// The failing thread (of a deadlock: the cycle in its order, or those at the bottom of it), then who waits,
// then who could run.
std::vector<ThreadId> by_importance(const FailureNames& names) {
  const Failure& failure = names.failure();
  std::vector<ThreadId> order;
  const auto add = [&](ThreadId id) {
    if (id < failure.threads.size() && std::find(order.begin(), order.end(), id) == order.end())
      order.push_back(id);
  };
  const auto add_all = [&](ThreadState state) {
    for (std::size_t id = 0; id < failure.threads.size(); ++id)
      if (failure.threads[id].state == state) add(static_cast<ThreadId>(id));
  };
  for (ThreadId id : failure.cycle) add(id);
  if (failure.kind == FailureKind::kDeadlock)
    for (ThreadId id : names.root_waiters()) add(id);
  add(failure.thread);
  add_all(ThreadState::kBlocked);
  add_all(ThreadState::kEnabled);
  return order;
}

}  // namespace

std::string deed_text(const FailureNames& names, const ThreadReport& thread) {
  return filled(words_of(thread.next.kind).deed, [&] { return object_words(names, thread); });
}

std::string state_text(const FailureNames& names, ThreadId id) {
  const ThreadReport* thread = names.report(id);
  if (thread == nullptr) return "unknown";
  const Failure& failure = names.failure();
  if (id == failure.thread && fails_alone(failure.kind)) return failing_text(failure);
  // What it announced last lies behind it.
  if (id == failure.thread && failure.kind == FailureKind::kTimeout && failure.site != thread->next.site)
    return "runs";
  switch (thread->state) {
    case ThreadState::kFinished:
      return "finished";
    case ThreadState::kBlocked:
      return blocked_text(names, *thread);
    case ThreadState::kEnabled:
      break;
  }
  if (thread->next.kind == OperationKind::kSleep) return "sleeps";
  if (thread->next.kind == OperationKind::kThreadStart) return "has not started yet";
  return "about to " + deed_text(names, *thread);
}

std::vector<Frame> stack_of(const FailureNames& names, ThreadId id) {
  const ThreadReport* thread = names.report(id);
  if (thread == nullptr) return {};
  std::vector<SiteId> stack = thread->stack;
  const Failure& failure = names.failure();
  // The site of a livelock is one of several and need not be this thread's.
  if (failure.kind == FailureKind::kLivelock && id == failure.thread && !stack.empty() &&
      stack.front() == failure.site && thread->next.site != kNoSite)
    stack.front() = thread->next.site;
  return names.places().user_stack(stack);
}

std::string place_of(const FailureNames& names, ThreadId id) {
  const ThreadReport* thread = names.report(id);
  if (thread == nullptr) return std::string(kUnknownPlace);
  // The C++ library may wait in a function of its own that was not inlined.
  if (!names.places().frame(thread->next.site).library) return names.place(thread->next.site);
  const std::vector<Frame> stack = stack_of(names, id);
  return stack.empty() || stack.front().library ? names.place(thread->next.site) : stack.front().place;
}

std::string threads_text(const FailureNames& names, const Style& style) {
  const Failure& failure = names.failure();
  const std::vector<ThreadId> order = by_importance(names);
  const std::size_t shown = std::min(order.size(), kMaxBlocks);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : "\n") + block(names, order[i], style);
  if (shown < order.size())
    text += fmt::format("\n  ... and {}\n", counted(order.size() - shown, "more thread"));

  std::vector<std::string> finished;
  for (std::size_t id = 0; id < failure.threads.size(); ++id)
    if (failure.threads[id].state == ThreadState::kFinished &&
        std::find(order.begin(), order.end(), id) == order.end())
      finished.push_back(names.thread(static_cast<ThreadId>(id)));
  if (!finished.empty())
    text += (text.empty() ? "" : "\n") + wrapped("finished: " + listed(finished, kMaxFinishedNames), 2, 4);
  return text;
}

}  // namespace heddle::report
