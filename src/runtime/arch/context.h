// The registers of a suspended context, and the few instructions that no compiler writes. switch_*.S holds
// the code; the layouts must agree.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

#if defined(__x86_64__)

struct Context {
  std::uint64_t rbx, rbp, r12, r13, r14, r15, rsp;
  std::uint64_t thread_pointer;
  std::uint32_t mxcsr;
  std::uint16_t x87_control;
};
static_assert(offsetof(Context, thread_pointer) == 56 && offsetof(Context, mxcsr) == 64);

inline char* thread_pointer() {
  char* result;
  asm("movq %%fs:0, %0" : "=r"(result));
  return result;
}

// Chooses how the thread pointer is written: by instruction where the system allows it, else by a system
// call.
void prepare_thread_pointer();

void set_thread_pointer(const char* thread);

#elif defined(__aarch64__)

struct Context {
  std::uint64_t x19_to_x30[12];
  std::uint64_t sp;
  std::uint64_t thread_pointer;
  std::uint64_t d8_to_d15[8];
  std::uint64_t fpcr;
};
static_assert(offsetof(Context, sp) == 96 && offsetof(Context, d8_to_d15) == 112 &&
              offsetof(Context, fpcr) == 176);

inline char* thread_pointer() {
  return static_cast<char*>(__builtin_thread_pointer());
}

inline void prepare_thread_pointer() {}

inline void set_thread_pointer(const char* thread) {
  asm volatile("msr tpidr_el0, %0" : : "r"(thread) : "memory");
}

#else
#error "Heddle runs on x86_64 and aarch64"
#endif

extern "C" {
// Saves the caller into *from and goes on in *to; returns when somebody switches back to *from.
void heddle_switch(Context* from, Context* to);
// Goes on in *to; the caller's context is lost.
[[noreturn]] void heddle_load(Context* to);
// Publishes the caller's context, sets *word to 1, wakes whoever waits for it, and ends this kernel thread
// without touching the stack again: stack, TCB and thread-local storage stay behind as a context that anybody
// may run.
void heddle_orphan(Context* save, std::uint32_t* word);
// Copies the caller's floating-point control state into a context: a new thread inherits it from its creator.
void heddle_inherit_floating_point(Context* context);
#if defined(__aarch64__)
void heddle_enter();
#endif
}

// A context that calls `function` on the given stack when it is first switched to.
inline void make_context(Context& context, char* stack_top, void (*function)()) {
  context = {};
  auto* top = reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::uint64_t>(stack_top) & ~15ull);
#if defined(__x86_64__)
  *--top = 0;  // where a return address would be: the stack is aligned as after a call
  *--top = reinterpret_cast<std::uint64_t>(function);
  context.rsp = reinterpret_cast<std::uint64_t>(top);
  context.rbp = 0;
#else
  context.x19_to_x30[0] = reinterpret_cast<std::uint64_t>(function);
  context.x19_to_x30[11] = reinterpret_cast<std::uint64_t>(&heddle_enter);
  context.sp = reinterpret_cast<std::uint64_t>(top);
#endif
  context.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  heddle_inherit_floating_point(&context);
}

}  // namespace heddle::runtime
