// Jumps out of signal handlers: the thread comes back under control. sigsetjmp saves the mask of the program
// thread besides the kernel's, and siglongjmp brings it back.
#include <bit>
#include <csetjmp>
#include <cstring>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/interpose.h"
#include "runtime/services/handlers.h"
#include "runtime/services/signal_state.h"

using namespace heddle::runtime;

namespace {

// At the end of the room that glibc leaves for a mask of 1,024 signals; the kernel's has 64.
struct SavedMask {
  static constexpr std::uint64_t kIsThere = 0x6d61736b'68656464ull;
  std::uint64_t is_there;
  SignalSet mask;
};
static_assert(sizeof(sigset_t) >= 8 * sizeof(std::uint64_t) + sizeof(SavedMask));

void* place_of_mask(__jmp_buf_tag& buffer) {
  return reinterpret_cast<char*>(&buffer.__saved_mask) + sizeof buffer.__saved_mask - sizeof(SavedMask);
}

#if defined(__x86_64__)

std::uint64_t stack_pointer_in(const __jmp_buf_tag& buffer) {
  constexpr int kStackPointer = 6;
  std::uint64_t guard;
  asm("movq %%fs:0x30, %0" : "=r"(guard));
  return std::rotr(static_cast<std::uint64_t>(buffer.__jmpbuf[kStackPointer]), 17) ^ guard;
}

#else

// glibc keeps its guard to itself: what it makes of a stack pointer that we know tells it.
[[gnu::noinline]] std::uint64_t stack_pointer_in(const __jmp_buf_tag& buffer) {
  constexpr int kStackPointer = 13;
  jmp_buf here;
  std::uint64_t own;
  if (_setjmp(here) != 0) __builtin_unreachable();
  asm volatile("mov %0, sp" : "=r"(own));
  const std::uint64_t guard = here[0].__jmpbuf[kStackPointer] ^ own;
  return buffer.__jmpbuf[kStackPointer] ^ guard;
}

#endif

// The kernel's mask is not the program's to change: the jump finds in the buffer what is in force.
void bring_mask_back(__jmp_buf_tag& buffer) {
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, nullptr, &buffer.__saved_mask, sizeof(SignalSet));
  SavedMask saved;
  std::memcpy(&saved, place_of_mask(buffer), sizeof saved);
  if (saved.is_there == SavedMask::kIsThere) signals::set_mask(saved.mask);
}

using Jump = void (*)(__jmp_buf_tag*, int);

[[noreturn]] void jump(const char* name, __jmp_buf_tag* target, int value) {
  const auto next = reinterpret_cast<Jump>(find_real(name));
  if (signals::are_kept()) {
    if (signals::in_handler()) signals::jump_leaves_handlers(stack_pointer_in(*target));
    if (target->__mask_was_saved != 0) bring_mask_back(*target);
  }
  next(target, value);
  __builtin_unreachable();
}

}  // namespace

extern "C" {

// Where __sigsetjmp goes on (arch/tail_call_*.S). A buffer that saves no mask may have no room for one.
[[gnu::visibility("hidden")]] void* heddle_sigsetjmp_target(const std::uint64_t* arguments, const void*) {
  static void* const next = find_real("__sigsetjmp");
  if (!signals::are_kept() || static_cast<int>(arguments[1]) == 0) return next;
  const SavedMask saved{SavedMask::kIsThere, hot.current->signal_mask};
  std::memcpy(place_of_mask(*reinterpret_cast<__jmp_buf_tag*>(arguments[0])), &saved, sizeof saved);
  return next;
}

void longjmp(__jmp_buf_tag* target, int value) {
  jump("longjmp", target, value);
}
void _longjmp(__jmp_buf_tag* target, int value) {
  jump("_longjmp", target, value);
}
void siglongjmp(__jmp_buf_tag* target, int value) {
  jump("siglongjmp", target, value);
}
void __longjmp_chk(__jmp_buf_tag* target, int value) {
  jump("__longjmp_chk", target, value);
}

}  // extern "C"
