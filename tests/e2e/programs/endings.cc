// Ends in the way that its argument names where an update gets lost, and well where it does not.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

sigjmp_buf before_the_crash;

[[noreturn]] void leave(int) {
  _exit(7);
}

void jump_back(int) {
  siglongjmp(before_the_crash, 1);
}

void use_a_null_pointer() {
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

void crash_with_handler(void (*handler)(int)) {
  std::signal(SIGSEGV, handler);
  if (sigsetjmp(before_the_crash, 1) == 0) use_a_null_pointer();
}

void abort_with_handler() {
  std::signal(SIGABRT, leave);
  std::abort();
}

void crash_with_action() {
  struct sigaction action{};
  action.sa_handler = leave;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGSEGV, &action, nullptr);
  use_a_null_pointer();
}

// The smallest alternate stack that there may be, and then none at all.
void crash_with_alternate_stack() {
  {
    const auto memory = std::make_unique<char[]>(MINSIGSTKSZ);
    stack_t stack{}, old{};
    stack.ss_sp = memory.get();
    stack.ss_size = MINSIGSTKSZ;
    if (sigaltstack(&stack, &old) != 0 || (old.ss_flags & SS_DISABLE) == 0) std::exit(9);
    if (sigaltstack(nullptr, &old) != 0 || old.ss_sp != memory.get()) std::exit(9);
  }
  use_a_null_pointer();
}

// Two functions that call each other without end, with frames of some size.
template <int kBytes>
int descend(int depth);

template <int kBytes>
[[gnu::noinline]] int descend_further(int depth) {
  volatile char local[kBytes / 2];
  local[depth % (kBytes / 2)] = 1;
  return descend<kBytes>(depth + 1) + local[depth % (kBytes / 2)];
}

template <int kBytes>
[[gnu::noinline]] int descend(int depth) {
  volatile char local[kBytes];
  local[depth % kBytes] = 1;
  return descend_further<kBytes>(depth + 1) + local[depth % kBytes];
}

template <int kBytes>
void overflow() {
  std::exit(descend<kBytes>(0));
}

// Past an array that lies near the beginning of the stack, and past that.
void overrun() {
  volatile char local[16];
  volatile int far = 65536;
  local[far] = 1;
}

const std::map<std::string, std::function<void()>> kEndings = {
    {"overrun", overrun},
    {"overflow_48", overflow<48>},
    {"overflow_2000", overflow<2000>},
    {"overflow_50000", overflow<50000>},
    {"crash", use_a_null_pointer},
    {"crash_handler_exits", [] { crash_with_handler(leave); }},
    {"crash_handler_jumps",
     [] {
       crash_with_handler(jump_back);
       std::exit(5);
     }},
    {"crash_action_exits", crash_with_action},
    {"crash_alternate_stack", crash_with_alternate_stack},
    {"trap", [] { __builtin_trap(); }},
    {"raise", [] { std::raise(SIGUSR1); }},
    {"pthread_kill", [] { pthread_kill(pthread_self(), SIGTERM); }},
    {"kill", [] { kill(getpid(), SIGKILL); }},
    {"abort", [] { std::abort(); }},
    {"abort_handler_exits", abort_with_handler},
    {"throw", [] { throw std::runtime_error("an update got lost"); }},
    {"terminate", [] { std::terminate(); }},
    {"exit", [] { std::exit(6); }},
    {"quick_exit", [] { std::quick_exit(6); }},
    {"underscore_exit", [] { _exit(6); }},
};

int main(int argc, char** argv) {
  std::atomic<int> counter{0};
  const auto increment = [&counter] { counter = counter + 1; };
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  if (counter != 2) kEndings.at(argc > 1 ? argv[1] : "crash")();
}
