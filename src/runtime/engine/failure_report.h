// Gathers the state of all threads when something went wrong, and puts it where the explorer finds it.
#pragma once

#include "event/failure.h"
#include "event/wire.h"
#include "runtime/engine/services.h"
#include "runtime/naming/call_site.h"
#include "runtime/state/globals.h"

namespace heddle::runtime {

// Whether the stack of a thread without a shadow stack is looked at, by switching to the thread.
enum class Unwinding : bool { kNo, kYes };

class ThreadDescriber {
 public:
  explicit ThreadDescriber(MemoryGuard& guard) : guard_(guard) {}

  ThreadReport describe(const Thread& thread, ThreadId waits_for, Unwinding unwinding) const;
  // All of them; waits_for(id) says whom a thread waits for.
  template <typename WaitsFor>
  void describe_all(Failure& failure, WaitsFor waits_for) const;

 private:
  // How the object stands that a blocked thread waits for, and which thread used it last.
  void describe_wait(const Thread& thread, ThreadReport& report) const;
  void read_value(const Thread& thread, WaitState& state) const;

  MemoryGuard& guard_;
};

void store_report(const Writer& writer);

template <typename WaitsFor>
void ThreadDescriber::describe_all(Failure& failure, WaitsFor waits_for) const {
  for (const Thread* thread : program().threads) {
    failure.threads.push_back(describe(*thread, waits_for(thread->id), Unwinding::kYes));
    if (failure.kind == FailureKind::kDeadlock) describe_wait(*thread, failure.threads.back());
    // What went wrong is where the thread is; the operation it announced last lies behind it.
    const bool here = failure.kind != FailureKind::kDeadlock && failure.kind != FailureKind::kLivelock;
    if (here && thread->id == failure.thread && load_map().program_is_instrumented())
      failure.threads.back().stack = stack_of(*thread, failure.site);
  }
}

}  // namespace heddle::runtime
