#include "context_switch.h"

#include <boost/context/fiber.hpp>
#include <cstdlib>

#include "median.h"
#include "runtime/arch/context.h"

#if defined(__x86_64__)
extern "C" {
int heddle_can_write_fs = 1;  // as the runtime finds it on this machine, or the figure says so by crashing
}
#endif

namespace heddle::bench {

namespace {

constexpr int kRounds = 9;
constexpr long kSwitches = 4'000'000;

runtime::Context here, there;

void switch_back_for_ever() {
  for (;;) runtime::heddle_switch(&there, &here);
}

}  // namespace

double switch_time() {
  constexpr std::size_t kStack = 1 << 16;
  static char* stack = static_cast<char*>(std::aligned_alloc(16, kStack));
  runtime::make_context(there, stack + kStack, switch_back_for_ever);
  here.thread_pointer = there.thread_pointer;
  return median_of(kRounds, [] {
    const double start = now_nanoseconds();
    for (long i = 0; i < kSwitches / 2; ++i) runtime::heddle_switch(&here, &there);
    return (now_nanoseconds() - start) / kSwitches;
  });
}

double boost_switch_time() {
  namespace context = boost::context;
  static context::fiber fiber{[](context::fiber&& back) {
    for (;;) back = std::move(back).resume();
    return std::move(back);
  }};
  return median_of(kRounds, [] {
    const double start = now_nanoseconds();
    for (long i = 0; i < kSwitches / 2; ++i) fiber = std::move(fiber).resume();
    return (now_nanoseconds() - start) / kSwitches;
  });
}

}  // namespace heddle::bench
