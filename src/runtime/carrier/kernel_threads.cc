#include "runtime/carrier/kernel_threads.h"

#include <linux/futex.h>
#include <cerrno>
#include <csignal>

#include "runtime/arch/context.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/alternate_stack.h"
#include "runtime/carrier/processors.h"
#include "runtime/state/thread.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

namespace {

void futex(std::uint32_t& word, int operation, std::uint32_t value) {
  raw_syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

void wait_until_set(std::uint32_t& word) {
  while (__atomic_load_n(&word, __ATOMIC_ACQUIRE) == 0) futex(word, FUTEX_WAIT_PRIVATE, 0);
}

void set_and_wake(std::uint32_t& word) {
  __atomic_store_n(&word, 1, __ATOMIC_RELEASE);
  futex(word, FUTEX_WAKE_PRIVATE, 1);
}

// Handlers must find the baton's holder: whoever waits for it takes no signals.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t all;
    sigfillset(&all);
    real().pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsHeldBack() { real().pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

 private:
  sigset_t before_;
};

void take_baton(KernelThread& self) {
  wait_until_set(self.baton);
  self.baton = 0;
}

void* kernel_thread_main(void* argument) {
  auto& self = *static_cast<KernelThread*>(argument);
  self.thread_pointer = thread_pointer();
  self.id = static_cast<int>(raw_syscall(SYS_gettid));
  processors::stop_kernel();
  {
    const SignalsHeldBack held_back;
    set_and_wake(self.settled);
    take_baton(self);
  }
  use_alternate_stack();
  run_program_thread(*self.thread);
  while (self.thread->starts_again()) {
    {
      const SignalsHeldBack held_back;
      take_baton(self);
    }
    run_program_thread(*self.thread);
  }
  // thread_ended() has given the baton away. Nothing of libc may run beside its holder, so the kernel thread
  // ends at once.
  for (;;) raw_syscall(SYS_exit, 0);
}

}  // namespace

KernelThread& main_kernel_thread() {
  static KernelThread main;
  return main;
}

namespace {

// The system knows the thread, so libc can tell.
void find_stack(KernelThread& thread) {
  pthread_attr_t attributes;
  if (real().pthread_getattr_np(thread.handle, &attributes) != 0) return;
  void* low = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &low, &size);
  thread.stack_low = reinterpret_cast<std::uint64_t>(low);
  thread.stack_high = thread.stack_low + size;
  pthread_attr_destroy(&attributes);
}

}  // namespace

KernelThread* make_kernel_thread(const pthread_attr_t* attributes) {
  auto* made = new KernelThread;
  if (const int error = real().pthread_create(&made->handle, attributes, kernel_thread_main, made)) {
    delete made;
    errno = error;
    return nullptr;
  }
  wait_until_set(made->settled);
  if (!made->take_stack_of(attributes)) find_stack(*made);
  return made;
}

void wait_for_end(KernelThread& thread) {
  real().pthread_join(thread.handle, nullptr);
}

namespace {

class Baton final : public BatonCarrier {
 public:
  void hand_on(Thread& from, Thread& to) override {
    const SignalsHeldBack held_back;
    from.kernel_thread->stack_pointer = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
    set_and_wake(to.kernel_thread->baton);
    take_baton(*from.kernel_thread);
  }
  void give_away(Thread& to) override { set_and_wake(to.kernel_thread->baton); }
};
constinit Baton baton;

}  // namespace

BatonCarrier& baton_carrier() {
  return baton;
}

}  // namespace heddle::runtime
