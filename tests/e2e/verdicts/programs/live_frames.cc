// Frames that are alive, whatever the stack pointer of their thread says: of a thread that runs a fiber or a
// signal handler on a stack inside its own frame, that has jumped, allocated on its stack or thrown. And
// memory of a stack that belongs to the program: before its thread starts and after it was joined.
//
// run: fiber => nothing
// run: handler => nothing
// run: jump => nothing
// run: alloca => nothing
// run: exception => nothing
// run: lent => nothing
// run: deeper => nothing
// options: --executions 200
#include <alloca.h>
#include <pthread.h>
#include <ucontext.h>
#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <thread>

constexpr int kRounds = 3;
constexpr std::size_t kSmallStack = 65536;
std::atomic<int> turns{0};

// Every turn of this one falls into another moment of the main thread.
std::thread count(std::atomic<int>* shared) {
  return std::thread([shared] {
    for (int i = 0; i < kRounds; ++i) shared->fetch_add(1);
  });
}

void work() {
  for (int i = 0; i < kRounds; ++i) turns.fetch_add(1);
}

ucontext_t back, fiber;

void in_fiber() {
  work();
  swapcontext(&fiber, &back);
}

// The fiber's stack lies above the variable that the other thread uses.
void run_fiber() {
  struct {
    std::atomic<int> shared{0};
    alignas(16) char stack[kSmallStack];
  } frame;
  getcontext(&fiber);
  fiber.uc_stack.ss_sp = frame.stack;
  fiber.uc_stack.ss_size = sizeof frame.stack;
  makecontext(&fiber, in_fiber, 0);
  std::thread other = count(&frame.shared);
  swapcontext(&back, &fiber);
  work();
  other.join();
}

void handle(int) {
  work();
}

void run_handler() {
  struct {
    std::atomic<int> shared{0};
    alignas(16) char stack[kSmallStack];
  } frame;
  stack_t alternate{};
  alternate.ss_sp = frame.stack;
  alternate.ss_size = sizeof frame.stack;
  sigaltstack(&alternate, nullptr);
  struct sigaction action{};
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, nullptr);
  std::thread other = count(&frame.shared);
  raise(SIGUSR1);
  work();
  other.join();
  alternate.ss_flags = SS_DISABLE;
  sigaltstack(&alternate, nullptr);
}

std::jmp_buf target;

[[gnu::noinline]] void jump_from(int depth) {
  std::atomic<int> own{depth};
  own.fetch_add(1);
  if (depth == 0) std::longjmp(target, 1);
  jump_from(depth - 1);
}

void run_jump() {
  std::atomic<int> shared{0};
  std::thread other = count(&shared);
  if (setjmp(target) == 0) jump_from(5);
  work();
  other.join();
}

[[gnu::noinline]] void run_alloca(std::size_t size) {
  auto* shared = new (alloca(size)) std::atomic<int>(0);
  std::thread other = count(shared);
  work();
  other.join();
}

[[gnu::noinline]] void throw_from(int depth) {
  std::atomic<int> own{depth};
  own.fetch_add(1);
  if (depth == 0) throw std::runtime_error("thrown");
  throw_from(depth - 1);
}

void run_exception() {
  std::atomic<int> shared{0};
  std::thread other = count(&shared);
  try {
    throw_from(5);
  } catch (const std::runtime_error&) {
    work();
  }
  other.join();
}

void* use_own_stack(void*) {
  std::atomic<int> own{0};
  own.fetch_add(1);
  work();
  return nullptr;
}

// The unused part is watched while the thread runs; all of it is used again after the join.
void run_lent() {
  static char stack[4 * kSmallStack];
  std::memset(stack, 1, sizeof stack);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, sizeof stack);
  pthread_t thread;
  pthread_create(&thread, &attributes, use_own_stack, nullptr);
  turns.fetch_add(stack[0]);
  pthread_join(thread, nullptr);
  std::memset(stack, 0, sizeof stack);
  pthread_attr_destroy(&attributes);
}

// The frame that another thread uses is far above the one that runs, and others come and go below.
[[gnu::noinline]] void go_deeper(int depth) {
  std::atomic<int> own{depth};
  std::thread other = count(&own);
  if (depth > 0) go_deeper(depth - 1);
  other.join();
}

int main(int, char** arguments) {
  const std::string_view what = arguments[1];
  if (what == "fiber") run_fiber();
  if (what == "handler") run_handler();
  if (what == "jump") run_jump();
  if (what == "alloca") run_alloca(64);
  if (what == "exception") run_exception();
  if (what == "lent") run_lent();
  if (what == "deeper") go_deeper(2);
}
