// The few instructions that no compiler writes, without anything of the runtime around them.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <xmmintrin.h>
#include <cfenv>
#include <cstdlib>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <thread>

#include "runtime/arch/context.h"

extern "C" int heddle_can_write_fs;

// Loads the registers that a callee must keep, switches, and stores what is in them afterwards.
extern "C" void switch_holding(heddle::runtime::Context* from, heddle::runtime::Context* to,
                               std::uint64_t registers[6]);
asm(R"(
  .text
  .type switch_holding, @function
switch_holding:
  pushq %rbx
  pushq %rbp
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  pushq %rdx
  movq 0(%rdx), %rbx
  movq 8(%rdx), %rbp
  movq 16(%rdx), %r12
  movq 24(%rdx), %r13
  movq 32(%rdx), %r14
  movq 40(%rdx), %r15
  call heddle_switch
  popq %rdx
  movq %rbx, 0(%rdx)
  movq %rbp, 8(%rdx)
  movq %r12, 16(%rdx)
  movq %r13, 24(%rdx)
  movq %r14, 32(%rdx)
  movq %r15, 40(%rdx)
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbp
  popq %rbx
  ret
  .size switch_holding, .-switch_holding
)");

namespace heddle::runtime {
namespace {

std::uint16_t x87_control() {
  std::uint16_t word;
  asm volatile("fnstcw %0" : "=m"(word));
  return word;
}
void set_x87_control(std::uint16_t word) {
  asm volatile("fldcw %0" : : "m"(word));
}

constexpr unsigned kControlBits = 0xffc0;  // of MXCSR; the others are status flags
constexpr unsigned kFlushToZero = 0x8000;

class Fiber;
Fiber* starting = nullptr;

// Code on a stack of its own. Nothing of GoogleTest is called there: it leaves what it saw for the test to
// judge.
class Fiber {
 public:
  explicit Fiber(std::function<void(Fiber&)> body) : body_(std::move(body)) {
    stack_ = static_cast<char*>(
        mmap(nullptr, kStackSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0));
    make_context(own_, stack_ + kStackSize, &Fiber::enter);
  }
  Fiber(const Fiber&) = delete;
  ~Fiber() { munmap(stack_, kStackSize); }

  // From the test into the fiber, until it switches back.
  void resume() {
    starting = this;
    test_.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
    heddle_switch(&test_, &own_);
  }
  void suspend() { heddle_switch(&own_, &test_); }
  Context& own() { return own_; }
  Context& test() { return test_; }

 private:
  static constexpr std::size_t kStackSize = 256 * 1024;

  static void enter() {
    Fiber& self = *starting;
    self.body_(self);
    heddle_load(&self.test_);
  }

  std::function<void(Fiber&)> body_;
  char* stack_ = nullptr;
  Context own_{};
  Context test_{};
};

// Both ways to write the thread pointer, as far as the machine has them.
class ContextSwitchTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer knows no stacks but the threads' own";
#endif
    unsetenv("HEDDLE_FS");
    prepare_thread_pointer();
    const bool instruction = std::string_view(GetParam()) == "wrfsbase";
    if (instruction && heddle_can_write_fs == 0) GTEST_SKIP() << "the system does not allow the instruction";
    setenv("HEDDLE_FS", GetParam(), 1);
    prepare_thread_pointer();
    unsetenv("HEDDLE_FS");
    EXPECT_EQ(heddle_can_write_fs != 0, instruction);
  }
};

INSTANTIATE_TEST_SUITE_P(Both, ContextSwitchTest, ::testing::Values("wrfsbase", "prctl"),
                         [](const auto& name) { return std::string(name.param); });

TEST_P(ContextSwitchTest, GoesThereAndBack) {
  std::string story;
  Fiber fiber([&story](Fiber& self) {
    story += "b";
    self.suspend();
    story += "d";
  });
  story += "a";
  fiber.resume();
  story += "c";
  fiber.resume();
  story += "e";
  EXPECT_EQ(story, "abcde");
}

TEST_P(ContextSwitchTest, StartsOnAnAlignedStackOfItsOwn) {
  std::uint64_t frame = 0;
  std::uint64_t pointer = 0;
  Fiber fiber([&](Fiber&) {
    alignas(16) volatile char local[16] = {};
    frame = reinterpret_cast<std::uint64_t>(&local);
    pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  });
  fiber.resume();
  EXPECT_EQ(frame % 16, 0u);
  EXPECT_GT(frame > reinterpret_cast<std::uint64_t>(&frame) ? frame - reinterpret_cast<std::uint64_t>(&frame)
                                                            : reinterpret_cast<std::uint64_t>(&frame) - frame,
            65536u);
  EXPECT_EQ(pointer, reinterpret_cast<std::uint64_t>(thread_pointer()));
}

TEST_P(ContextSwitchTest, SurvivesAMillionSwitches) {
  constexpr std::uint64_t kRounds = 500'000;
  std::uint64_t count = 0;
  Fiber fiber([&count](Fiber& self) {
    for (;;) {
      ++count;
      self.suspend();
    }
  });
  for (std::uint64_t round = 1; round <= kRounds; ++round) {
    fiber.resume();
    ASSERT_EQ(count, round);
  }
}

TEST_P(ContextSwitchTest, KeepsTheRegistersOfTheCallee) {
  constexpr std::uint64_t kInside[6] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66};
  constexpr std::uint64_t kOutside[6] = {~0x11ull, ~0x22ull, ~0x33ull, ~0x44ull, ~0x55ull, ~0x66ull};
  int wrong_inside = 0;
  Fiber fiber([&](Fiber& self) {
    for (;;) {
      std::uint64_t registers[6];
      std::copy(std::begin(kInside), std::end(kInside), registers);
      switch_holding(&self.own(), &self.test(), registers);
      wrong_inside += !std::equal(std::begin(kInside), std::end(kInside), registers);
    }
  });
  fiber.resume();
  for (int round = 0; round < 1000; ++round) {
    std::uint64_t registers[6];
    std::copy(std::begin(kOutside), std::end(kOutside), registers);
    switch_holding(&fiber.test(), &fiber.own(), registers);
    ASSERT_TRUE(std::equal(std::begin(kOutside), std::end(kOutside), registers));
  }
  EXPECT_EQ(wrong_inside, 0);
}

TEST_P(ContextSwitchTest, KeepsFloatingPointControlApart) {
  const std::uint16_t precise = x87_control();
  const std::uint16_t single = precise & ~0x0300;  // 24 bits of mantissa
  int wrong_inside = 0;
  Fiber fiber([&](Fiber& self) {
    fesetround(FE_DOWNWARD);
    _mm_setcsr(_mm_getcsr() | kFlushToZero);
    set_x87_control(static_cast<std::uint16_t>(x87_control() & ~0x0300));
    const unsigned mxcsr = _mm_getcsr() & kControlBits;
    const std::uint16_t x87 = x87_control();
    for (;;) {
      self.suspend();
      wrong_inside +=
          fegetround() != FE_DOWNWARD || (_mm_getcsr() & kControlBits) != mxcsr || x87_control() != x87;
    }
  });
  for (int round = 0; round < 100; ++round) {
    fiber.resume();
    ASSERT_EQ(fegetround(), FE_TONEAREST);
    ASSERT_EQ(_mm_getcsr() & kFlushToZero, 0u);
    ASSERT_EQ(x87_control(), precise);
    ASSERT_NE(x87_control(), single);
  }
  EXPECT_EQ(wrong_inside, 0);
}

TEST_P(ContextSwitchTest, KeepsEachHalfOfFloatingPointControlApart) {
  Fiber vector([](Fiber& self) {
    _mm_setcsr(_mm_getcsr() | kFlushToZero);
    self.suspend();
  });
  const unsigned mxcsr = _mm_getcsr() & kControlBits;
  vector.resume();
  EXPECT_EQ(_mm_getcsr() & kControlBits, mxcsr);

  Fiber old([](Fiber& self) {
    set_x87_control(static_cast<std::uint16_t>(x87_control() & ~0x0300));
    self.suspend();
  });
  const std::uint16_t x87 = x87_control();
  old.resume();
  EXPECT_EQ(x87_control(), x87);
}

TEST_P(ContextSwitchTest, InheritsFloatingPointControl) {
  int inside = -1;
  fesetround(FE_UPWARD);
  Fiber fiber([&inside](Fiber&) { inside = fegetround(); });
  fesetround(FE_TONEAREST);
  fiber.resume();
  EXPECT_EQ(inside, FE_UPWARD);
  EXPECT_EQ(fegetround(), FE_TONEAREST);
}

// A thread that left its stack, its thread-local storage and its errno behind for others to run.
thread_local int private_number = 5;

struct Orphan {
  Context own{};
  Context test{};
  std::uint32_t captured = 0;
  pthread_t seen_self = 0;
  int seen_number = 0;
  int seen_errno = 0;

  static void* run(void* argument) {
    auto& self = *static_cast<Orphan*>(argument);
    private_number = 77;
    errno = 33;
    heddle_orphan(&self.own, &self.captured);
    for (;;) {
      self.seen_self = pthread_self();
      self.seen_number = private_number++;
      self.seen_errno = errno;
      heddle_switch(&self.own, &self.test);
    }
  }
};

std::size_t kernel_threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

TEST_P(ContextSwitchTest, RunsAThreadThatHasNoKernelThread) {
  auto& orphan = *new Orphan;  // its thread can never be joined
  const std::size_t before = kernel_threads();
  pthread_t handle;
  ASSERT_EQ(pthread_create(&handle, nullptr, &Orphan::run, &orphan), 0);
  while (__atomic_load_n(&orphan.captured, __ATOMIC_ACQUIRE) == 0) std::this_thread::yield();
  while (kernel_threads() > before) std::this_thread::yield();

  private_number = 5;
  errno = 11;
  orphan.test.thread_pointer = reinterpret_cast<std::uint64_t>(thread_pointer());
  for (int round = 0; round < 1000; ++round) {
    heddle_switch(&orphan.test, &orphan.own);
    ASSERT_EQ(errno, 11);
    ASSERT_EQ(private_number, 5);
    ASSERT_EQ(orphan.seen_number, 77 + round);
    ASSERT_EQ(orphan.seen_errno, 33);
    ASSERT_EQ(orphan.seen_self, handle);
    ASSERT_NE(orphan.seen_self, pthread_self());
  }
}

}  // namespace
}  // namespace heddle::runtime
