// longjmp out of a signal handler: the thread comes back under control.
#include <csetjmp>

#include "runtime/interpose/interpose.h"
#include "runtime/signal_state.h"

using namespace heddle::runtime;

namespace {

using Jump = void (*)(__jmp_buf_tag*, int);

[[noreturn]] void jump(const char* name, __jmp_buf_tag* target, int value) {
  const auto next = reinterpret_cast<Jump>(find_real(name));
  if (hot.current != nullptr && hot.recording != nullptr)
    signals::handlers_left(target->__mask_was_saved != 0);
  next(target, value);
  __builtin_unreachable();
}

}  // namespace

extern "C" {

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
