#include "report/thread_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/stack_text.h"
#include "report/text.h"
#include "report/wait_text.h"

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

std::string blocked_text(const FailureNames& names, const ThreadReport& thread) {
  const auto object = [&](std::string_view otherwise) { return names.phrase(thread.object, otherwise); };
  if (const std::string awaited = awaited_text(names, thread); !awaited.empty()) return "waits " + awaited;
  switch (thread.next.kind) {
    case OperationKind::kLock:
    case OperationKind::kRelock:
    case OperationKind::kTimedLock:
    case OperationKind::kSharedLock:
    case OperationKind::kSharedTimedLock: {
      std::string text = "waits to " + deed_text(names, thread);
      if (thread.waits_for == kNoThread) return text;
      text += ", held by " + names.thread(thread.waits_for);
      return names.is_finished(thread.waits_for) ? text + ", which has finished" : text;
    }
    case OperationKind::kThreadJoin:
      return "waits for " + deed_text(names, thread).substr(std::string_view("wait for ").size());
    case OperationKind::kOnce:
      return fmt::format("waits for another thread to finish the one-time initialisation of {}",
                         initialised(object("an object")));
    case OperationKind::kExit:
      return "about to exit; exit waits until no other thread can run";
    case OperationKind::kSleep:
      return "sleeps";
    case OperationKind::kReceive:
      return "waits for something to read from a descriptor";
    case OperationKind::kSend:
      return "waits for room to write to a descriptor";
    case OperationKind::kAccept:
      return "waits for a connection";
    case OperationKind::kConnect:
      return "waits to be connected";
    case OperationKind::kPoll:
      return "waits for one of its descriptors to be ready";
    case OperationKind::kFileLock:
      return "waits to lock a file";
    case OperationKind::kChildWait:
      return "waits for a child process";
    case OperationKind::kSignalWait:
      return "waits for a signal";
    case OperationKind::kNone:
      return "waits";
    default:
      return "cannot go on: about to " + deed_text(names, thread);
  }
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
  return text + held_text(names, thread.held);
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
  const auto object = [&](std::string_view otherwise) {
    return names.phrase(thread.object, otherwise, is_access(thread.next.kind) ? thread.next.size : 0);
  };
  switch (thread.next.kind) {
    case OperationKind::kRead:
      return "read " + object("memory");
    case OperationKind::kWrite:
      return "write " + object("memory");
    case OperationKind::kFree:
      return "free " + object("memory");
    case OperationKind::kAtomicLoad:
      return "atomically load " + object("a variable");
    case OperationKind::kAtomicStore:
      return "atomically store to " + object("a variable");
    case OperationKind::kAtomicUpdate:
      return "atomically update " + object("a variable");
    case OperationKind::kFence:
      return "pass a memory fence";
    case OperationKind::kThreadCreate:
      return "create a thread";
    case OperationKind::kThreadStart:
      return "start";
    case OperationKind::kThreadJoin:
      if (thread.next.peer == kNoThread) return "wait for all other threads to finish";
      return fmt::format("wait for {} to finish", names.thread(thread.next.peer));
    case OperationKind::kThreadDetach:
      return "detach " + names.thread(thread.next.peer);
    case OperationKind::kLock:
      return "lock " + object("a mutex");
    case OperationKind::kTryLock:
      return "try to lock " + object("a mutex");
    case OperationKind::kTimedLock:
      return fmt::format("lock {} (with a time limit)", object("a mutex"));
    case OperationKind::kUnlock:
      return "unlock " + object("a mutex");
    case OperationKind::kRelock:
      return fmt::format("lock {} again after its wait", object("a mutex"));
    case OperationKind::kWait:
      return "wait on " + object("a condition variable");
    case OperationKind::kWake:
      return "go on after its wait on " + object("a condition variable");
    case OperationKind::kSignal:
      return "signal " + object("a condition variable");
    case OperationKind::kBroadcast:
      return "wake all threads that wait on " + object("a condition variable");
    case OperationKind::kSharedLock:
      return fmt::format("lock {} for reading", object("a read-write lock"));
    case OperationKind::kSharedTryLock:
      return fmt::format("try to lock {} for reading", object("a read-write lock"));
    case OperationKind::kSharedTimedLock:
      return fmt::format("lock {} for reading (with a time limit)", object("a read-write lock"));
    case OperationKind::kSemaphoreWait:
      return "wait for " + object("a semaphore");
    case OperationKind::kSemaphoreTryWait:
      return "try to take " + object("a semaphore");
    case OperationKind::kSemaphorePost:
      return "post " + object("a semaphore");
    case OperationKind::kBarrierWait:
      return "wait at " + object("a barrier");
    case OperationKind::kInitialise:
      return "initialise " + object("a synchronisation object");
    case OperationKind::kDestroy:
      return "destroy " + object("a synchronisation object");
    case OperationKind::kOnce:
      return "run the one-time initialisation of " + initialised(object("an object"));
    case OperationKind::kFutexWait:
      return "wait until woken on " + object("memory");
    case OperationKind::kFutexWake:
      return "wake who waits on " + object("memory");
    case OperationKind::kSleep:
      return "sleep";
    case OperationKind::kYield:
      return "yield";
    case OperationKind::kExit:
      return "exit";
    case OperationKind::kReceive:
      return "read from a descriptor";
    case OperationKind::kSend:
      return "write to a descriptor";
    case OperationKind::kAccept:
      return "accept a connection";
    case OperationKind::kConnect:
      return "connect a socket";
    case OperationKind::kPoll:
      return "ask which descriptors are ready";
    case OperationKind::kClose:
      return "close a descriptor";
    case OperationKind::kFileLock:
      return "lock or unlock a file";
    case OperationKind::kChildWait:
      return "wait for a child process";
    case OperationKind::kSignalWait:
      return "wait for a signal";
    case OperationKind::kSendSignal:
      return thread.next.peer == kNoThread ? "send a signal to the process"
                                           : "send a signal to " + names.thread(thread.next.peer);
    case OperationKind::kHandleSignal:
      return "run a signal handler";
    case OperationKind::kCancel:
      return "cancel " + names.thread(thread.next.peer);
    case OperationKind::kNone:
    case OperationKind::kCount:
      break;
  }
  return "go on";
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
