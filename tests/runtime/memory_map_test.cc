#include "runtime/system/memory_map.h"

#include <gtest/gtest.h>

#include <sys/mman.h>
#include <algorithm>

namespace heddle::runtime {
namespace {

const Mapping* mapping_at(const std::vector<Mapping>& mappings, const void* address) {
  const auto wanted = reinterpret_cast<std::uint64_t>(address);
  const auto found = std::find_if(mappings.begin(), mappings.end(), [wanted](const Mapping& each) {
    return wanted >= each.start && wanted < each.end;
  });
  return found == mappings.end() ? nullptr : &*found;
}

TEST(MemoryMap, IsSortedAndKnowsCodeDataAndStack) {
  static int data = 1;
  int local = 0;
  const std::vector<Mapping> mappings = read_memory_map();
  ASSERT_FALSE(mappings.empty());
  EXPECT_TRUE(std::is_sorted(mappings.begin(), mappings.end(),
                             [](const Mapping& a, const Mapping& b) { return a.end <= b.start; }));
  const Mapping* code = mapping_at(mappings, reinterpret_cast<const void*>(&read_memory_map));
  ASSERT_NE(code, nullptr);
  EXPECT_TRUE(code->executable && code->of_file && !code->writable);
  const Mapping* variables = mapping_at(mappings, &data);
  ASSERT_NE(variables, nullptr);
  EXPECT_TRUE(variables->writable && variables->readable && !variables->shared && !variables->executable);
  const Mapping* stack = mapping_at(mappings, &local);
  ASSERT_NE(stack, nullptr);
  EXPECT_TRUE(stack->writable && !stack->special);
}

TEST(MemoryMap, TellsSharedFromPrivateMemory) {
  void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const std::vector<Mapping> mappings = read_memory_map();
  const Mapping* shared = mapping_at(mappings, memory);
  ASSERT_NE(shared, nullptr);
  EXPECT_TRUE(shared->shared);
  munmap(memory, 4096);
}

}  // namespace
}  // namespace heddle::runtime
