// Where glibc keeps how far a module's thread-local block is from the thread pointer.
#include "runtime/system/static_block_offsets.h"

#include <gtest/gtest.h>

#include <vector>

#include "runtime/arch/context.h"

namespace heddle::runtime {
namespace {

struct ModuleWithBlock {
  dl_phdr_info info;
  const ElfW(Phdr) * segment;
  std::int64_t offset;
};

// Those that were there from the start.
std::vector<ModuleWithBlock> modules_with_blocks() {
  std::vector<ModuleWithBlock> modules;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* argument) {
        for (unsigned i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS && info->dlpi_tls_data != nullptr)
            static_cast<std::vector<ModuleWithBlock>*>(argument)->push_back(
                {*info, &info->dlpi_phdr[i], static_cast<char*>(info->dlpi_tls_data) - thread_pointer()});
        return 0;
      },
      &modules);
  return modules;
}

TEST(StaticBlockOffsets, AreKnownOnceOneIs) {
  const std::vector<ModuleWithBlock> modules = modules_with_blocks();
  ASSERT_FALSE(modules.empty());  // libc has one
  StaticBlockOffsets offsets;
  offsets.learn(modules.front().info, *modules.front().segment, modules.front().offset);
  for (const ModuleWithBlock& module : modules)
    EXPECT_EQ(offsets.of(module.info, *module.segment), module.offset) << module.info.dlpi_name;
}

TEST(StaticBlockOffsets, AreNotGuessed) {
  const std::vector<ModuleWithBlock> modules = modules_with_blocks();
  ASSERT_FALSE(modules.empty());
  StaticBlockOffsets offsets;
  EXPECT_EQ(offsets.of(modules.front().info, *modules.front().segment), 0);
  offsets.learn(modules.front().info, *modules.front().segment, modules.front().offset + 8);
  EXPECT_EQ(offsets.of(modules.front().info, *modules.front().segment), 0);
}

}  // namespace
}  // namespace heddle::runtime
