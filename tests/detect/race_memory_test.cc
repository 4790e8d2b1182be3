// After a first execution the race detector allocates nothing for another one like it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "event/random.h"
#include "race_program.h"

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace heddle {
namespace {

constexpr ThreadId kThreads = 40;

void execute(RaceProgram& program) {
  program.detector.begin();
  Random random(7);
  for (ThreadId thread = 1; thread < kThreads; ++thread) program.create(0, thread);
  for (int i = 0; i < 20'000; ++i) {
    const auto thread = static_cast<ThreadId>(random.below(kThreads));
    const std::uint64_t place = 0x1000 + 4 * random.below(3000);
    switch (random.below(6)) {
      case 0:
        program.write(thread, place, 8);
        break;
      case 1:
        program.update(thread, 0x10'0000 + 8 * random.below(200), std::memory_order_acq_rel, 8);
        break;
      case 2:
        program.release(thread, 0x20'0000 + 64 * random.below(200));
        break;
      case 3:
        program.acquire(thread, 0x20'0000 + 64 * random.below(200));
        break;
      case 4:
        program.detector.forget(place, 64);
        break;
      default:
        program.read(thread, place, 16);
    }
  }
}

TEST(RaceMemory, IsUsedAgain) {
  RaceProgram program({}, 1);
  execute(program);
  const std::size_t before = allocations;
  for (int execution = 0; execution < 3; ++execution) execute(program);
  EXPECT_EQ(allocations, before);
  EXPECT_GT(program.detector.racy_accesses(), 1000u);
  EXPECT_FALSE(program.detector.is_incomplete());
}

}  // namespace
}  // namespace heddle
