// System calls without libc: `syscall` itself is interposed, and no errno of the program may change.
#pragma once

#include <sys/syscall.h>
#include <type_traits>

namespace heddle::runtime {

namespace detail {

template <typename T>
long as_argument(T value) {
  if constexpr (std::is_pointer_v<T>)
    return reinterpret_cast<long>(value);
  else
    return static_cast<long>(value);
}
inline long as_argument(decltype(nullptr)) {
  return 0;
}

inline long system_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
#else
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  register long x5 asm("x5") = f;
  asm volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#endif
}

}  // namespace detail

// Returns the kernel's answer: a negative number is the error.
template <typename A = int, typename B = int, typename C = int, typename D = int, typename E = int,
          typename F = int>
long raw_syscall(long number, A a = 0, B b = 0, C c = 0, D d = 0, E e = 0, F f = 0) {
  using detail::as_argument;
  return detail::system_call(number, as_argument(a), as_argument(b), as_argument(c), as_argument(d),
                             as_argument(e), as_argument(f));
}

}  // namespace heddle::runtime
