// The few instructions that no compiler writes, without anything of the runtime around them.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unwind.h>

#include <array>
#include <cerrno>
#include <cfenv>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <thread>

#include "machine_state.h"
#include "runtime/arch/context.h"

namespace heddle::runtime {
namespace {

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

// Every way to write the thread pointer, as far as the machine has it.
class ContextSwitchTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer knows no stacks but the threads' own";
#endif
#ifdef __x86_64__
    unsetenv("HEDDLE_FS");
    prepare_thread_pointer();
    const bool instruction = std::string_view(GetParam()) == "wrfsbase";
    if (instruction && heddle_can_write_fs == 0) GTEST_SKIP() << "the system does not allow the instruction";
    setenv("HEDDLE_FS", GetParam(), 1);
    prepare_thread_pointer();
    unsetenv("HEDDLE_FS");
    EXPECT_EQ(heddle_can_write_fs != 0, instruction);
#endif
  }
};

INSTANTIATE_TEST_SUITE_P(Ways, ContextSwitchTest, ::testing::ValuesIn(kThreadPointerWays),
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
  std::array<std::uint64_t, kKeptRegisters> inside;
  std::array<std::uint64_t, kKeptRegisters> outside;
  for (std::size_t i = 0; i < kKeptRegisters; ++i) {
    inside[i] = 0x1111'1111'1111'1111 + i;
    outside[i] = ~inside[i];
  }
  int wrong_inside = 0;
  Fiber fiber([&](Fiber& self) {
    for (;;) {
      auto registers = inside;
      switch_holding(&self.own(), &self.test(), registers.data());
      wrong_inside += registers != inside;
    }
  });
  fiber.resume();
  for (int round = 0; round < 1000; ++round) {
    auto registers = outside;
    switch_holding(&fiber.test(), &fiber.own(), registers.data());
    ASSERT_EQ(registers, outside);
  }
  EXPECT_EQ(wrong_inside, 0);
}

TEST_P(ContextSwitchTest, KeepsFloatingPointControlApart) {
  const std::uint64_t before = floating_point_control();
  int wrong_inside = 0;
  Fiber fiber([&](Fiber& self) {
    fesetround(FE_DOWNWARD);
    for (std::uint64_t change : kControlChanges)
      set_floating_point_control(floating_point_control() ^ change);
    const std::uint64_t control = floating_point_control();
    for (;;) {
      self.suspend();
      wrong_inside += fegetround() != FE_DOWNWARD || floating_point_control() != control;
    }
  });
  for (int round = 0; round < 100; ++round) {
    fiber.resume();
    ASSERT_EQ(fegetround(), FE_TONEAREST);
    ASSERT_EQ(floating_point_control(), before);
  }
  EXPECT_EQ(wrong_inside, 0);
}

TEST_P(ContextSwitchTest, KeepsEachPartOfFloatingPointControlApart) {
  const std::uint64_t before = floating_point_control();
  for (std::uint64_t change : kControlChanges) {
    bool kept_inside = false;
    Fiber fiber([&](Fiber& self) {
      set_floating_point_control(before ^ change);
      self.suspend();
      kept_inside = floating_point_control() == (before ^ change);
    });
    fiber.resume();
    EXPECT_EQ(floating_point_control(), before);
    fiber.resume();
    EXPECT_TRUE(kept_inside);
    EXPECT_EQ(floating_point_control(), before);
  }
}

// A function that a context begins with has no caller: unwinding ends there and finds nothing behind it.
TEST_P(ContextSwitchTest, UnwindsToTheStartOfTheContext) {
  int frames = 0;
  Fiber fiber([&frames](Fiber&) {
    _Unwind_Backtrace(
        [](_Unwind_Context*, void* count) {
          return ++*static_cast<int*>(count) < 1000 ? _URC_NO_REASON : _URC_END_OF_STACK;
        },
        &frames);
  });
  fiber.resume();
  EXPECT_GE(frames, 2);
  EXPECT_LT(frames, 20);
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
