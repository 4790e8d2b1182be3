// pthread_create and what follows from it. Each program thread runs in a context of its own (carrier/contexts.h).
#include <cerrno>
#include <dlfcn.h>
#include <unwind.h>

#include "runtime/carrier/contexts.h"
#include "runtime/interpose/interpose.h"
#include "runtime/setup.h"
#include "runtime/shadow.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// A handle may be used again for a later thread, so the latest that can still be meant counts.
Thread* find_thread(pthread_t handle) {
  const auto threads = scheduler().threads();
  for (std::size_t i = threads.size(); i-- > 0;) {
    Thread* thread = threads[i];
    if (thread->handle == handle && !thread->joined && !(thread->detached && thread->finished)) return thread;
  }
  return nullptr;
}

bool target_finished(const Thread& thread) { return reinterpret_cast<const Thread*>(thread.next.address)->finished; }
ThreadId join_target(const Thread& thread) { return reinterpret_cast<const Thread*>(thread.next.address)->id; }
constexpr Condition kFinished{target_finished, join_target};

bool others_finished(const Thread& self) {
  for (const Thread* thread : scheduler().threads())
    if (thread != &self && !thread->finished) return false;
  return true;
}
constexpr Condition kOthersFinished{others_finished, nullptr};

Operation thread_operation(OperationKind kind, const Thread& target, SiteId site) {
  return {kind, 0, target.id, site, kNoLocation, address_of(&target)};
}

// The way out for pthread_exit: like glibc, through every frame's cleanups, then to the thread's end. C code registers its
// cleanups in a list (pthread_cleanup_push); they run when their frame is reached, and come back by __pthread_unwind_next.
_Unwind_Reason_Code stop_at_bottom(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                   _Unwind_Context* context, void* argument) {
  auto& thread = *static_cast<Thread*>(argument);
  if (auto* cleanup = static_cast<__pthread_unwind_buf_t*>(thread.cleanups)) {
    if ((actions & _UA_END_OF_STACK) != 0 || address_of(cleanup) < _Unwind_GetCFA(context)) {
      thread.cleanups = cleanup->__pad[0];
      longjmp(reinterpret_cast<__jmp_buf_tag*>(cleanup->__cancel_jmp_buf), 1);
    }
  }
  if ((actions & _UA_END_OF_STACK) != 0 || _Unwind_GetCFA(context) >= thread.bottom_of_stack)
    longjmp(thread.end_of_thread, 1);
  return _URC_NO_REASON;
}

void exception_swallowed(_Unwind_Reason_Code, _Unwind_Exception*) {
  Failure failure;
  failure.kind = FailureKind::kAssertion;
  failure.thread = scheduler().current().id;
  failure.site = scheduler().current().next.site;
  failure.text = "pthread_exit was caught by catch (...) and not rethrown";
  scheduler().fail(std::move(failure));
}

[[noreturn]] void unwind_on() {
  Thread& self = scheduler().current();
  auto* exception = new _Unwind_Exception{};
  exception->exception_cleanup = exception_swallowed;
  _Unwind_ForcedUnwind(exception, stop_at_bottom, &self);
  longjmp(self.end_of_thread, 1);
}

[[noreturn]] void leave_thread(void* result) {
  Thread& self = scheduler().current();
  self.result = result;
  unwind_on();
}

int create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument, SiteId site) {
  Scheduler& engine = scheduler();
  engine.announce({OperationKind::kThreadCreate, 0, kNoThread, site, kNoLocation, 0});
  PooledContext* context = engine.threads().size() < kMaxThreads ? context_pool().take(attributes) : nullptr;
  if (context == nullptr) {
    engine.performed(1);
    return EAGAIN;
  }
  Thread& thread = engine.add_thread(&engine.current(), site);
  thread.start = start;
  thread.argument = argument;
  thread.handle = context->handle;
  adopt_context(thread, *context);
  if (attributes != nullptr) {
    int state = PTHREAD_CREATE_JOINABLE;
    pthread_attr_getdetachstate(attributes, &state);
    thread.detached = state == PTHREAD_CREATE_DETACHED;
  }
  *handle = thread.handle;
  engine.current().next.peer = thread.id;
  engine.performed(thread.id, Effect::kProgress);
  return 0;
}

int join(pthread_t handle, void** result, SiteId site) {
  Scheduler& engine = scheduler();
  Thread* target = find_thread(handle);
  if (target == nullptr) return ESRCH;
  if (target == &engine.current()) return EDEADLK;
  if (target->detached) return EINVAL;
  engine.announce(thread_operation(OperationKind::kThreadJoin, *target, site), &kFinished);
  if (target->joined) {
    engine.performed(target->id);
    return ESRCH;
  }
  if (result != nullptr) *result = target->result;
  target->joined = true;
  if (target->context != nullptr) context_pool().give_back(*target->context);
  engine.performed(target->id, Effect::kProgress);
  return 0;
}

int detach(pthread_t handle, SiteId site) {
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

}  // namespace

namespace heddle::runtime {

void adopt_context(Thread& thread, PooledContext& context) {
  context.thread = &thread;
  thread.context = &context;
  thread.registers = &context.registers;
  thread.stack_low = context.stack_low;
  thread.stack_high = context.stack_high;
  thread.thread_pointer = context.thread_pointer;
  prepare_shadow_stack(thread);
  heddle_inherit_floating_point(&context.registers);
  if (context.used_in == execution_serial()) shadow::clear(context.stack_low, context.stack_high);
  context.used_in = execution_serial();
  mark_shared_of_thread(thread);
}

void run_thread(PooledContext& context) {
  Thread& self = *context.thread;
  if (context.used) reset_thread_local_storage(context);
  scheduler().performed(0, Effect::kProgress);
  self.bottom_of_stack = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  if (_setjmp(self.end_of_thread) == 0) self.result = self.start(self.argument);
  run_thread_destructors();
  if (self.detached) context_pool().give_back(context);
  scheduler().thread_ended();
}

void wait_for_all_threads() {
  Scheduler& engine = scheduler();
  engine.announce({OperationKind::kThreadJoin, 0, kNoThread, kNoSite, kNoLocation, kAnyThread}, &kOthersFinished);
  engine.performed(0, Effect::kProgress);
}

}  // namespace heddle::runtime

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*), void* argument) {
  if (!hot.active) return real().pthread_create(handle, attributes, start, argument);
  return create(handle, attributes, start, argument, user_site(HEDDLE_CALL_SITE));
}

int pthread_join(pthread_t handle, void** result) {
  if (!hot.active) return real().pthread_join(handle, result);
  return join(handle, result, user_site(HEDDLE_CALL_SITE));
}

int pthread_detach(pthread_t handle) {
  if (!hot.active) return real().pthread_detach(handle);
  return detach(handle, user_site(HEDDLE_CALL_SITE));
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

void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  using UnwindNext = void (*)(__pthread_unwind_buf_t*);
  if (!hot.active) {
    reinterpret_cast<UnwindNext>(find_real("__pthread_unwind_next"))(buffer);
    __builtin_unreachable();
  }
  unwind_on();
}

// The name is for the kernel, which does not know our threads.
int pthread_setname_np(pthread_t handle, const char* name) {
  return hot.active ? 0 : real().pthread_setname_np(handle, name);
}

}  // extern "C"
