// pthread_create and what follows from it. Each program thread runs in a context of its own
// (carrier/contexts.h).
#include <dlfcn.h>
#include <unistd.h>
#include <cerrno>

#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/contexts.h"
#include "runtime/carrier/kernel_threads.h"
#include "runtime/carrier/processors.h"
#include "runtime/carrier/thread_local_storage.h"
#include "runtime/interpose/interpose.h"
#include "runtime/interpose/program.h"
#include "runtime/interpose/thread_start.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/shadow.h"
#include "runtime/services/kernel_ids.h"
#include "runtime/services/shadow_stacks.h"
#include "runtime/services/signal_state.h"
#include "runtime/services/stack_guard.h"
#include "runtime/state/finish.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

bool target_finished(const Thread& thread) {
  return reinterpret_cast<const Thread*>(thread.next.address)->finished;
}
ThreadId join_target(const Thread& thread) {
  return reinterpret_cast<const Thread*>(thread.next.address)->id;
}
constexpr Condition kFinished{target_finished, join_target};

bool others_finished(const Thread& self) {
  for (const Thread* thread : program().threads)
    if (thread != &self && !thread->finished) return false;
  return true;
}
constexpr Condition kOthersFinished{others_finished, nullptr};

Operation thread_operation(OperationKind kind, const Thread& target, SiteId site) {
  return {kind, 0, target.id, site, kNoLocation, address_of(&target)};
}

// Of the guard what was asked for, or one page.
std::size_t guard_size_of(const Thread& thread, const pthread_attr_t* attributes) {
  if (thread.is_on_programs_memory) return 0;
  std::size_t size = 1;
  if (attributes != nullptr) pthread_attr_getguardsize(attributes, &size);
  return size;
}

void apply_attributes(Thread& thread, const pthread_attr_t* attributes) {
  thread.attributes.guard_size = guard_size_of(thread, attributes);
  thread.attributes.has_processors = hot.current->attributes.has_processors;
  if (thread.attributes.has_processors) thread.processors = hot.current->processors;
  if (attributes == nullptr) return;
  int state = PTHREAD_CREATE_JOINABLE;
  pthread_attr_getdetachstate(attributes, &state);
  thread.detached = state == PTHREAD_CREATE_DETACHED;
  sigset_t mask;
  void* stack = nullptr;
  std::size_t stack_size = 0;
  thread.stack_is_lent = pthread_attr_getstack(attributes, &stack, &stack_size) == 0 && stack != nullptr;
  if (pthread_attr_getsigmask_np(attributes, &mask) == 0) thread.signal_mask = signals::to_set(mask);
}

// The target has ended: its result is taken, and its context is free for another thread.
int collect(Thread& target, void** result) {
  if (target.joined) {
    scheduler().performed(target.id);
    return ESRCH;
  }
  if (result != nullptr) *result = target.result;
  target.joined = true;
  scheduler().joined(target);
  if (target.context != nullptr) context_pool().give_back(*target.context);
  if (target.kernel_thread != nullptr && target.is_on_programs_memory) wait_for_end(*target.kernel_thread);
  scheduler().performed(target.id, Effect::kProgress);
  return 0;
}

// 0: it can be joined by the running thread.
int check_joinable(const Thread* target) {
  if (target == nullptr) return ESRCH;
  if (target == &scheduler().current()) return EDEADLK;
  return target->detached ? EINVAL : 0;
}

}  // namespace

namespace heddle::runtime {

// A handle may be used again for a later thread, so the latest that can still be meant counts.
Thread* find_thread(pthread_t handle) {
  const std::vector<Thread*>& threads = program().threads;
  for (std::size_t i = threads.size(); i-- > 0;) {
    Thread* thread = threads[i];
    if (thread->handle == handle && !thread->joined && !(thread->detached && thread->finished)) return thread;
  }
  return nullptr;
}

Thread* begin_thread(const pthread_attr_t* attributes, const ThreadStart& start, SiteId site,
                     const Condition* starts_when) {
  Scheduler& engine = scheduler();
  const bool contexts = program().options.carrier == Carrier::kContexts;
  PooledContext* context = nullptr;
  KernelThread* kernel_thread = nullptr;
  // What a program does without a thread that every machine would give it is no bug of it.
  if (program().threads.size() >= kMaxThreads)
    engine.refuse(
        "the program starts more than 4,096 threads in one execution, which is more than Heddle keeps", site);
  if (contexts)
    context = context_pool().take(attributes);
  else
    kernel_thread = make_kernel_thread(attributes);
  if (context == nullptr && kernel_thread == nullptr) return nullptr;
  Thread& thread = engine.add_thread(&engine.current(), site, starts_when);
  thread.start = start;
  thread.signal_mask = engine.current().signal_mask;
  if (contexts) {
    adopt_context(thread, *context);
  } else {
    thread.kernel_thread = kernel_thread;
    adopt_body(thread, *kernel_thread);
  }
  apply_attributes(thread, attributes);
  processors::show(thread);
  engine.current().next.peer = thread.id;
  return &thread;
}

int create_thread(pthread_t* handle, const pthread_attr_t* attributes, const ThreadStart& start,
                  SiteId site) {
  Scheduler& engine = scheduler();
  if (before_first_thread != nullptr) [[unlikely]]
    before_first_thread();
  engine.announce({OperationKind::kThreadCreate, 0, kNoThread, site, kNoLocation, 0});
  const Thread* const thread = begin_thread(attributes, start, site, nullptr);
  if (thread == nullptr) {
    engine.performed(kNoThread);
    return EAGAIN;
  }
  *handle = thread->handle;
  engine.performed(thread->id, Effect::kProgress);
  return 0;
}

int join_thread(pthread_t handle, void** result, const std::uint64_t* deadline, SiteId site) {
  Thread* target = find_thread(handle);
  if (const int error = check_joinable(target)) return error;
  cancellation_point();
  Scheduler& engine = scheduler();
  const Waited waited = engine.wait(thread_operation(OperationKind::kThreadJoin, *target, site),
                                    {.condition = kFinished, .deadline = deadline, .cancellable = true});
  if (waited == Waited::kReady) return collect(*target, result);
  engine.performed(target->id | kGaveUp);
  if (waited == Waited::kCancelled) act_on_cancellation();
  return ETIMEDOUT;
}

int detach_thread(pthread_t handle, SiteId site) {
  Scheduler& engine = scheduler();
  Thread* target = find_thread(handle);
  if (target == nullptr) return ESRCH;
  if (target->detached) return EINVAL;
  engine.announce(thread_operation(OperationKind::kThreadDetach, *target, site));
  target->detached = true;
  if (target->finished && target->context != nullptr) context_pool().give_back(*target->context);
  engine.performed(target->id);
  return 0;
}

namespace {

// It begins in a library that was not instrumented. std::thread begins in the C++ library, which calls the
// program at once.
bool is_foreign(const ThreadStart& start) {
  const auto code = start.function != nullptr ? reinterpret_cast<std::uint64_t>(start.function)
                                              : reinterpret_cast<std::uint64_t>(start.c11_function);
  const CodeFacts& facts = load_map().facts_of(code);
  return facts.is_loaded && !facts.is_users_module && !facts.is_of_cxx_library;
}

}  // namespace

void adopt_body(Thread& thread, ThreadBody& body) {
  body.thread = &thread;
  thread.handle = body.handle;
  thread.stack_low = body.stack_low;
  thread.stack_high = body.stack_high;
  thread.is_on_programs_memory = body.is_on_programs_memory;
  thread.thread_pointer = body.thread_pointer;
  // What is known of the stack and of the thread-local storage on it was another thread's. Memory of a heap
  // block keeps the block's name.
  const bool handed_on = body.is_on_programs_memory || body.used_in == program().serial;
  body.used_in = program().serial;
  if (handed_on && !heap::owns(reinterpret_cast<const void*>(body.stack_low)))
    shadow::clear(body.stack_low, body.stack_high);
  if (handed_on && hot.weak_memory) scheduler().forgotten(body.stack_low, body.stack_high - body.stack_low);
  thread.frames = shadow_stacks::of(thread.id);
  stack_guard::add_stack(thread);
  mark_shared_of_thread(thread);
}

void adopt_context(Thread& thread, PooledContext& context) {
  thread.context = &context;
  thread.registers = &context.registers;
  context.registers.thread_pointer = address_of(context.thread_pointer);  // of a lender, perhaps
  heddle_inherit_floating_point(&context.registers);
  adopt_body(thread, context);
}

void run_program_thread(Thread& self) {
  scheduler().started();
  if (!self.keeps_storage && is_foreign(self.start))
    scheduler().note_order(OrderKind::kForeign, kNoLocation, kNoSite);
  self.bottom_of_stack = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  if (_setjmp(self.end_of_thread) == 0) self.result = self.start.run();
  if (!self.keeps_storage) {
    run_thread_destructors();
    release_dynamic_thread_locals(self.thread_pointer);
  }
  abandon_mutexes(self);
  if (self.detached && self.context != nullptr) context_pool().give_back(*self.context);
  scheduler().thread_ended();
}

void wait_for_all_threads() {
  Scheduler& engine = scheduler();
  engine.announce({OperationKind::kThreadJoin, 0, kNoThread, kNoSite, kNoLocation, kAnyThread},
                  &kOthersFinished);
  engine.performed(0, Effect::kProgress);
}

}  // namespace heddle::runtime

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  if (!hot.active) return real().pthread_create(handle, attributes, start, argument);
  return create_thread(handle, attributes, {.function = start, .argument = argument},
                       user_site(HEDDLE_CALL_SITE));
}

pid_t gettid() noexcept {
  return hot.active ? kernel_ids::of(*hot.current) : static_cast<pid_t>(raw_syscall(SYS_gettid));
}

int pthread_join(pthread_t handle, void** result) {
  if (!hot.active) return real().pthread_join(handle, result);
  return join_thread(handle, result, nullptr, user_site(HEDDLE_CALL_SITE));
}

int pthread_tryjoin_np(pthread_t handle, void** result) {
  if (!hot.active) return real().pthread_tryjoin_np(handle, result);
  Thread* target = find_thread(handle);
  if (const int error = check_joinable(target)) return error;
  scheduler().note_hidden(Hidden::kTry);
  scheduler().announce(thread_operation(OperationKind::kThreadJoin, *target, user_site(HEDDLE_CALL_SITE)));
  if (target->finished) return collect(*target, result);
  scheduler().performed(target->id | kGaveUp);
  return EBUSY;
}

int pthread_timedjoin_np(pthread_t handle, void** result, const timespec* time) {
  if (!hot.active) return real().pthread_timedjoin_np(handle, result, time);
  if (!is_valid(*time)) return EINVAL;
  const std::uint64_t deadline = deadline_of(CLOCK_REALTIME, *time);
  return join_thread(handle, result, &deadline, user_site(HEDDLE_CALL_SITE));
}

int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock, const timespec* time) {
  if (!hot.active) return real().pthread_clockjoin_np(handle, result, clock, time);
  if ((clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) || !is_valid(*time)) return EINVAL;
  const std::uint64_t deadline = deadline_of(clock, *time);
  return join_thread(handle, result, &deadline, user_site(HEDDLE_CALL_SITE));
}

int pthread_detach(pthread_t handle) {
  if (!hot.active) return real().pthread_detach(handle);
  return detach_thread(handle, user_site(HEDDLE_CALL_SITE));
}

void pthread_exit(void* result) {
  if (!hot.active) {
    real().pthread_exit(result);
    __builtin_unreachable();
  }
  leave_thread(result);
}

void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  using Register = void (*)(__pthread_unwind_buf_t*);
  if (!hot.active) return reinterpret_cast<Register>(find_real("__pthread_register_cancel"))(buffer);
  Thread& self = scheduler().current();
  buffer->__pad[0] = self.cleanups;
  self.cleanups = buffer;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  using Unregister = void (*)(__pthread_unwind_buf_t*);
  if (!hot.active) return reinterpret_cast<Unregister>(find_real("__pthread_unregister_cancel"))(buffer);
  scheduler().current().cleanups = buffer->__pad[0];
}

// pthread_cleanup_push_defer_np.
void __pthread_register_cancel_defer(__pthread_unwind_buf_t* buffer) {
  __pthread_register_cancel(buffer);
}
void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t* buffer) {
  __pthread_unregister_cancel(buffer);
}

void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  using UnwindNext = void (*)(__pthread_unwind_buf_t*);
  if (!hot.active) {
    reinterpret_cast<UnwindNext>(find_real("__pthread_unwind_next"))(buffer);
    __builtin_unreachable();
  }
  leave_on();
}

}  // extern "C"
