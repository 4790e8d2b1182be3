#include "runtime/carrier/thread_id.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <array>

namespace heddle::runtime {
namespace {

struct ControlBlock {
  std::array<char, kThreadControlBlock> bytes{};

  void put(std::size_t offset, std::uint64_t word) { std::memcpy(bytes.data() + offset, &word, sizeof word); }
  std::ptrdiff_t find(std::uint32_t id) const { return find_thread_id(bytes.data(), id); }
};

TEST(ThreadId, IsNotTheHalfOfAPointer) {
  ControlBlock block;
  block.put(0, 0x00007fff'f7d8a740);
  block.put(16, 0x00005555'55556000);
  block.put(720, 32767);
  EXPECT_EQ(block.find(32767), 720) << "0x7fff";
  block.put(720, 21845);
  EXPECT_EQ(block.find(21845), 720) << "0x5555";
  EXPECT_EQ(block.find(1), 0) << "nowhere";
}

TEST(ThreadId, IsFoundInThisThread) {
  const auto* own = reinterpret_cast<const char*>(pthread_self());
  const std::ptrdiff_t offset = find_thread_id(own, static_cast<std::uint32_t>(gettid()));
  ASSERT_NE(offset, 0);
  // In another thread the same place holds that one's.
  struct Found {
    std::ptrdiff_t offset;
    bool same;
  } found{offset, false};
  pthread_t thread;
  const auto look = [](void* argument) -> void* {
    auto& result = *static_cast<Found*>(argument);
    std::uint32_t id = 0;
    std::memcpy(&id, reinterpret_cast<const char*>(pthread_self()) + result.offset, sizeof id);
    result.same = id == static_cast<std::uint32_t>(gettid());
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, nullptr, look, &found), 0);
  pthread_join(thread, nullptr);
  EXPECT_TRUE(found.same);
}

}  // namespace
}  // namespace heddle::runtime
