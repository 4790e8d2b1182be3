// What a switch must keep, as each architecture spells it: the registers that a callee saves for its caller,
// and the control of the floating-point unit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/arch/context.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

extern "C" int heddle_can_write_fs;
#endif

// Loads the registers that a callee must keep, switches, and stores what is in them afterwards.
extern "C" void switch_holding(heddle::runtime::Context* from, heddle::runtime::Context* to,
                               std::uint64_t* registers);

namespace heddle::runtime {

#if defined(__x86_64__)

inline constexpr std::size_t kKeptRegisters = 6;
inline constexpr const char* kThreadPointerWays[] = {"wrfsbase", "prctl"};

asm(R"(
  .text
  .type switch_holding, @function
switch_holding:
  pushq %rbx
  pushq %rbp
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  pushq %rdx
  movq 0(%rdx), %rbx
  movq 8(%rdx), %rbp
  movq 16(%rdx), %r12
  movq 24(%rdx), %r13
  movq 32(%rdx), %r14
  movq 40(%rdx), %r15
  call heddle_switch
  popq %rdx
  movq %rbx, 0(%rdx)
  movq %rbp, 8(%rdx)
  movq %r12, 16(%rdx)
  movq %r13, 24(%rdx)
  movq %r14, 32(%rdx)
  movq %r15, 40(%rdx)
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbp
  popq %rbx
  ret
  .size switch_holding, .-switch_holding
)");

// MXCSR without its status flags, and the control word of the x87 above it.
inline std::uint64_t floating_point_control() {
  std::uint16_t x87;
  asm volatile("fnstcw %0" : "=m"(x87));
  return std::uint64_t{x87} << 32 | (_mm_getcsr() & 0xffc0);
}
inline void set_floating_point_control(std::uint64_t control) {
  const auto x87 = static_cast<std::uint16_t>(control >> 32);
  asm volatile("fldcw %0" : : "m"(x87));
  _mm_setcsr(static_cast<unsigned>(control & 0xffff));
}
// Flush to zero; 24 bits of mantissa in the x87.
inline constexpr std::uint64_t kControlChanges[] = {0x8000, 0x0300ull << 32};

#else

inline constexpr std::size_t kKeptRegisters = 19;
inline constexpr const char* kThreadPointerWays[] = {"register"};

asm(R"(
  .text
  .type switch_holding, %function
switch_holding:
  stp x29, x30, [sp, #-176]!
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  str x2, [sp, #160]
  ldp x19, x20, [x2, #0]
  ldp x21, x22, [x2, #16]
  ldp x23, x24, [x2, #32]
  ldp x25, x26, [x2, #48]
  ldp x27, x28, [x2, #64]
  ldr x29, [x2, #80]
  ldp d8, d9, [x2, #88]
  ldp d10, d11, [x2, #104]
  ldp d12, d13, [x2, #120]
  ldp d14, d15, [x2, #136]
  bl heddle_switch
  ldr x2, [sp, #160]
  stp x19, x20, [x2, #0]
  stp x21, x22, [x2, #16]
  stp x23, x24, [x2, #32]
  stp x25, x26, [x2, #48]
  stp x27, x28, [x2, #64]
  str x29, [x2, #80]
  stp d8, d9, [x2, #88]
  stp d10, d11, [x2, #104]
  stp d12, d13, [x2, #120]
  stp d14, d15, [x2, #136]
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  ldp x29, x30, [sp], #176
  ret
  .size switch_holding, .-switch_holding
)");

inline std::uint64_t floating_point_control() {
  std::uint64_t control;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  return control;
}
inline void set_floating_point_control(std::uint64_t control) {
  asm volatile("msr fpcr, %0" : : "r"(control));
}
// Flush to zero; default NaN.
inline constexpr std::uint64_t kControlChanges[] = {1u << 24, 1u << 25};

#endif

}  // namespace heddle::runtime
