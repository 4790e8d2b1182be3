#include "report/text/wait_text.h"

#include <fmt/format.h>

#include <string_view>

#include "report/model/text.h"

namespace heddle::report {

namespace {

enum class Awaited { kNothing, kCondition, kSemaphore, kBarrier, kLatch, kFuture, kAtomic, kWord };

constexpr std::string_view kToBeWoken = " to be woken";

struct KnownType {
  std::string_view prefix;
  Awaited kind;
};

// The runtime sees a word of memory. What it belongs to is known by its type, or by the functions that wait.
constexpr KnownType kTypes[] = {
    {"std::latch", Awaited::kLatch},
    {"std::counting_semaphore", Awaited::kSemaphore},
    {"std::binary_semaphore", Awaited::kSemaphore},
    {"sem_t", Awaited::kSemaphore},
    {"std::barrier", Awaited::kBarrier},
    {"pthread_barrier_t", Awaited::kBarrier},
    {"std::atomic", Awaited::kAtomic},
    {"std::condition_variable", Awaited::kCondition},
    {"pthread_cond_t", Awaited::kCondition},
};

Awaited kind_by_type(std::string_view type) {
  for (const KnownType& known : kTypes)
    if (type.starts_with(known.prefix)) return known.kind;
  return Awaited::kNothing;
}

Awaited kind_by_functions(const FailureNames& names, const ThreadReport& thread) {
  if (names.places().passes_through(thread.stack, "std::__basic_future")) return Awaited::kFuture;
  for (const KnownType& known : kTypes)
    if (names.places().passes_through(thread.stack, known.prefix)) return known.kind;
  return Awaited::kWord;
}

// Where a type is too small to be waited for by the system, the C++ library waits for a word of its own, and
// the thread looks at the user's object before.
bool is_stand_in(std::string_view name) {
  return name.find("__waiter_pool") != std::string_view::npos;
}

const Location& awaited_object(const FailureNames& names, const ThreadReport& thread) {
  const bool elsewhere =
      thread.wait.watched_object.kind != ObjectKind::kNone && is_stand_in(names.plain(thread.object));
  return elsewhere ? thread.wait.watched_object : thread.object;
}

Awaited kind_of(const FailureNames& names, const ThreadReport& thread) {
  const OperationKind how = thread.wait.how == OperationKind::kNone ? thread.next.kind : thread.wait.how;
  const OperationFacts& facts = facts_of(how);
  if (facts.waits == OperationWaits::kNever) return Awaited::kNothing;
  switch (facts.object) {
    case OperationObject::kCondition:
      return Awaited::kCondition;
    case OperationObject::kSemaphore:
      return Awaited::kSemaphore;
    case OperationObject::kBarrier:
      return Awaited::kBarrier;
    case OperationObject::kWord:
    case OperationObject::kAwaited:
      break;
    default:
      return Awaited::kNothing;
  }
  if (thread.object.kind == ObjectKind::kConstruct) return Awaited::kBarrier;
  const Awaited by_type = kind_by_type(names.type(awaited_object(names, thread)));
  return by_type == Awaited::kNothing ? kind_by_functions(names, thread) : by_type;
}

std::string_view noun(Awaited kind) {
  switch (kind) {
    case Awaited::kCondition:
      return "condition variable";
    case Awaited::kSemaphore:
      return "semaphore";
    case Awaited::kBarrier:
      return "barrier";
    case Awaited::kLatch:
      return "latch";
    case Awaited::kFuture:
      return "future";
    case Awaited::kAtomic:
      return "atomic";
    case Awaited::kWord:
      return "word";
    case Awaited::kNothing:
      break;
  }
  return "";
}

// "the latch `done`", "a latch (the heap object allocated at bank.cc:12)", "a latch".
std::string named(const FailureNames& names, const ThreadReport& thread, Awaited kind) {
  const std::string name = names.phrase(awaited_object(names, thread), "");
  if (name.starts_with("`")) return fmt::format("the {} {}", noun(kind), name);
  if (thread.object.kind == ObjectKind::kConstruct) return fmt::format("the {} of {}", noun(kind), name);
  return fmt::format("a {}{}", noun(kind), name.empty() ? "" : " (" + name + ")");
}

std::string barrier_text(const WaitState& wait, const std::string& barrier) {
  if (!wait.value_is_known || wait.wanted == 0 || wait.value >= wait.wanted)
    return fmt::format("at {} for other threads to arrive", barrier);
  return fmt::format("at {}, where {} of {} {} arrived", barrier, wait.value, counted(wait.wanted, "thread"),
                     wait.value == 1 ? "has" : "have");
}

// The word of an atomic that the system waits for directly is its value.
std::string atomic_text(const FailureNames& names, const ThreadReport& thread) {
  const std::string object = named(names, thread, Awaited::kAtomic);
  const bool is_own_word = &awaited_object(names, thread) == &thread.object;
  if (!thread.wait.value_is_known || !is_own_word) return fmt::format("for {} to change", object);
  return fmt::format("for {}, which is {}, to change", object, static_cast<std::int32_t>(thread.wait.value));
}

std::string latch_text(const WaitState& wait, const std::string& latch) {
  if (!wait.value_is_known) return "for " + latch;
  return fmt::format("for {}, which needs {}", latch, counted(wait.value, "more arrival"));
}

std::string signal_history(const FailureNames& names, ThreadId id) {
  const WaitState& wait = names.report(id)->wait;
  if (wait.last == OperationKind::kNone) return "no thread has signalled it";
  const std::string last = fmt::format("the last signal, by {} at {},", names.thread(wait.last_thread),
                                       names.place(wait.last_site));
  if (wait.in_vain) return last + " came when no thread was waiting";
  if (wait.woken == kNoThread) return last + " woke the threads that were waiting then";
  if (wait.woken == id) return last + " woke it, and it waits again";
  const ThreadReport* woken = names.report(wait.woken);
  const bool again = woken != nullptr && woken->state == ThreadState::kBlocked &&
                     woken->next.kind == OperationKind::kWake && woken->object == names.report(id)->object;
  return fmt::format("{} woke {}{}", last, names.thread(wait.woken), again ? ", which waits again" : "");
}

std::string_view last_deed(Awaited kind) {
  switch (kind) {
    case Awaited::kLatch:
      return "counted down";
    case Awaited::kSemaphore:
      return "taken";
    default:
      return "changed";
  }
}

}  // namespace

std::string awaited_text(const FailureNames& names, const ThreadReport& thread) {
  const Awaited kind = kind_of(names, thread);
  switch (kind) {
    case Awaited::kNothing:
      return {};
    case Awaited::kCondition:
    case Awaited::kWord:
      return fmt::format("on {}{}", names.phrase(awaited_object(names, thread), "a condition variable"),
                         kToBeWoken);
    case Awaited::kSemaphore:
      return "for a token of " + named(names, thread, kind);
    case Awaited::kBarrier:
      return barrier_text(thread.wait, named(names, thread, kind));
    case Awaited::kLatch:
      return latch_text(thread.wait, named(names, thread, kind));
    case Awaited::kFuture:
      return "for the result of a future";
    case Awaited::kAtomic:
      return atomic_text(names, thread);
  }
  return {};
}

std::string awaited_in_short(const FailureNames& names, const ThreadReport& thread) {
  std::string text = awaited_text(names, thread);
  if (text.ends_with(kToBeWoken)) text.resize(text.size() - kToBeWoken.size());
  return text;
}

std::string wait_history(const FailureNames& names, ThreadId id) {
  const ThreadReport* thread = names.report(id);
  if (thread == nullptr || thread->wait.how == OperationKind::kNone) return {};
  const WaitState& wait = thread->wait;
  if (wait.how == OperationKind::kWait) return signal_history(names, id);
  if (wait.last == OperationKind::kNone) return {};
  // A semaphore of the C++ library is a word: whether the last change took a token is not known.
  const Awaited kind = wait.how == OperationKind::kSemaphoreWait    ? Awaited::kSemaphore
                       : kind_of(names, *thread) == Awaited::kLatch ? Awaited::kLatch
                                                                    : Awaited::kWord;
  return fmt::format("it was last {} by {} at {}", last_deed(kind),
                     wait.last_thread == id ? "this thread" : names.thread(wait.last_thread),
                     names.place(wait.last_site));
}

std::string awaited_kind_name(const FailureNames& names, const ThreadReport& thread) {
  return std::string(noun(kind_of(names, thread)));
}

}  // namespace heddle::report
