// A fiber whose outermost function returns to nowhere: above it there is no frame but the end of its stack,
// with a page that cannot be read. Fibers of assembly leave such stacks. A look at the callers must end
// there.
//
// options: --executions 200
// run: => nothing
#include <sys/mman.h>
#include <ucontext.h>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <thread>

constexpr std::size_t kStack = 1 << 18, kGuard = 1 << 16;

thread_local ucontext_t scheduler, fiber;
std::atomic<int>* counter;

void run_fiber() {
  ++*counter;  // on main's stack: its name is the frame that it lies in
  swapcontext(&fiber, &scheduler);
  std::abort();
}

// No fiber is called from here, but its return address points into it, and this frame is a large one.
[[gnu::noinline]] void wrong_caller(volatile char* text) {
  volatile char copy[2048];
  for (int i = 0; i < 2048; ++i) copy[i] = text[i];
  for (int i = 0; i < 2048; ++i) text[i] = copy[2047 - i];
}

void make_fiber() {
  char* stack = static_cast<char*>(
      mmap(nullptr, kStack + kGuard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(stack + kStack, kGuard, PROT_NONE);
  getcontext(&fiber);
  const auto returns_to = reinterpret_cast<std::uint64_t>(wrong_caller) + 40;
  auto* top = reinterpret_cast<std::uint64_t*>(stack + kStack);
#if defined(__x86_64__)
  *--top = returns_to;
  fiber.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(run_fiber);
  fiber.uc_mcontext.gregs[REG_RSP] = reinterpret_cast<greg_t>(top);
#else
  fiber.uc_mcontext.pc = reinterpret_cast<std::uint64_t>(run_fiber);
  fiber.uc_mcontext.regs[30] = returns_to;
  fiber.uc_mcontext.sp = reinterpret_cast<std::uint64_t>(top);
#endif
}

void work() {
  make_fiber();
  swapcontext(&scheduler, &fiber);
}

int main() {
  std::atomic<int> count{0};
  counter = &count;
  std::thread other(work);
  work();
  other.join();
  char text[2048] = {};
  if (count != 2) wrong_caller(text);
  return count == 2 ? 0 : 1;
}
