// Asks the processor itself for the time. No library call could answer in its place, so the summary says
// where.
//
// run: => nothing
// says: asks the processor itself for the time
// says: processor_clock\.cc:1[0-9]
// options: --executions 20
// carriers: contexts
#include <atomic>
#include <cstdint>
#include <thread>

[[gnu::noinline]] std::uint64_t now() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  std::uint64_t time;
  asm volatile("mrs %0, cntvct_el0" : "=r"(time));
  return time;
#endif
}

std::atomic<std::uint64_t> latest = 0;

int main() {
  std::thread other([] { latest = now(); });
  latest = now();
  other.join();
}
