// Gathers the state of all threads when something went wrong, and puts it where the explorer finds it.
#pragma once

#include <span>

#include "event/failure.h"
#include "event/wire.h"
#include "runtime/naming/names.h"
#include "runtime/state/thread.h"

namespace heddle::runtime {

template <typename WaitsFor>
void describe_threads(Failure& failure, std::span<Thread* const> threads, WaitsFor waits_for);

// The stack of a thread, innermost frame first: where it is, then the callers that the shadow stack knows.
std::vector<SiteId> stack_of(const Thread& thread, SiteId innermost);

// Whether the stack of a thread without a shadow stack is looked at, by switching to the thread.
enum class Unwinding : bool { kNo, kYes };
ThreadReport describe(const Thread& thread, ThreadId waits_for, Unwinding unwinding = Unwinding::kYes);
// How the object stands that a blocked thread waits for, and who used it last.
void describe_wait(const Thread& thread, ThreadReport& report);
void store_report(const Writer& writer);

template <typename WaitsFor>
void describe_threads(Failure& failure, std::span<Thread* const> threads, WaitsFor waits_for) {
  for (const Thread* thread : threads) {
    failure.threads.push_back(describe(*thread, waits_for(thread->id)));
    if (failure.kind == FailureKind::kDeadlock) describe_wait(*thread, failure.threads.back());
    // What went wrong is where the thread is; the operation it announced last lies behind it.
    const bool here = failure.kind != FailureKind::kDeadlock && failure.kind != FailureKind::kLivelock;
    if (here && thread->id == failure.thread && load_map().program_is_instrumented())
      failure.threads.back().stack = stack_of(*thread, failure.site);
  }
}

}  // namespace heddle::runtime
