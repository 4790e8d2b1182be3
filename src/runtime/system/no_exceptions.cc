// The standard library's ways to throw, for code that has no exceptions: an internal error ends the process
// with a sentence. That keeps libstdc++'s exception machinery out of libheddle.so altogether; the program's
// own is the only one.
#include <cstring>

#include "runtime/arch/raw_syscall.h"

namespace {

[[noreturn]] void internal_error(const char* what) {
  constexpr char kPrefix[] = "heddle: internal error in the runtime: ";
  heddle::runtime::raw_syscall(SYS_write, 2, kPrefix, sizeof kPrefix - 1);
  heddle::runtime::raw_syscall(SYS_write, 2, what, std::strlen(what));
  heddle::runtime::raw_syscall(SYS_write, 2, "\n", 1);
  heddle::runtime::raw_syscall(SYS_exit_group, 3);
  __builtin_unreachable();
}

}  // namespace

namespace std {

void __throw_bad_alloc() {
  internal_error("out of memory");
}
void __throw_bad_array_new_length() {
  internal_error("array too long");
}
void __throw_bad_function_call() {
  internal_error("empty function called");
}
void __throw_length_error(const char* what) {
  internal_error(what);
}
void __throw_logic_error(const char* what) {
  internal_error(what);
}
void __throw_out_of_range(const char* what) {
  internal_error(what);
}
void __throw_out_of_range_fmt(const char* what, ...) {
  internal_error(what);
}

}  // namespace std

// What stands in the tables of classes that leave a function to others.
extern "C" [[noreturn]] void __cxa_pure_virtual() {
  internal_error("a function that nobody has written was called");
}
