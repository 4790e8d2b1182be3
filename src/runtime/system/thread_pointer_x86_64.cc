// How FS may be written. AT_HWCAP2 bit 1 says that the kernel allows the instruction; CPUID alone does not
// (an old kernel answers with SIGILL). qemu-user leaves AT_HWCAP2 empty and yet executes it, so it is probed
// there. HEDDLE_FS=wrfsbase or HEDDLE_FS=prctl forces one of the two, for tests.
#include <cpuid.h>
#include <sys/auxv.h>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "runtime/arch/context.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/system/real.h"

extern "C" {
int heddle_can_write_fs = 0;
}

namespace heddle::runtime {

namespace {

sigjmp_buf probe_failed;

void on_illegal_instruction(int) {
  siglongjmp(probe_failed, 1);
}

bool probe() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (b & 1) == 0) return false;
  struct sigaction ours{};
  struct sigaction before{};
  ours.sa_handler = on_illegal_instruction;
  real().sigaction(SIGILL, &ours, &before);
  bool works = false;
  if (sigsetjmp(probe_failed, 1) == 0) {
    char* const base = thread_pointer();
    asm volatile("wrfsbase %0" : : "r"(base));
    works = true;
  }
  real().sigaction(SIGILL, &before, nullptr);
  return works;
}

}  // namespace

void prepare_thread_pointer() {
  constexpr unsigned long kFsgsbase = 2;
  const char* forced = std::getenv("HEDDLE_FS");
  if (forced != nullptr) {
    heddle_can_write_fs = std::strcmp(forced, "wrfsbase") == 0;
  } else {
    heddle_can_write_fs = (getauxval(AT_HWCAP2) & kFsgsbase) != 0 || probe();
  }
}

void set_thread_pointer(const char* thread) {
  constexpr long kSetFs = 0x1002;
  raw_syscall(SYS_arch_prctl, kSetFs, thread);
}

}  // namespace heddle::runtime
