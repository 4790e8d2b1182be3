#include "event/modules.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

Module module(const char* path, SiteId first, std::uint64_t size) {
  Module result;
  result.path = path;
  result.first = first;
  result.size = size;
  return result;
}

const ModuleTable& table() {
  static const ModuleTable kTable{{module("program", 0, 0x2000), module("empty", 0x2000, 0),
                                   module("libc", 0x2000, 0x1000), module("last", 0xffff'0000, 0x1'0000)}};
  return kTable;
}

std::string found(SiteId site) {
  const Module* result = table().find(site);
  return result == nullptr ? "(none)" : result->path;
}

TEST(ModuleTable, FindsTheModuleUpToItsLastByte) {
  EXPECT_EQ(found(1), "program");
  EXPECT_EQ(found(0x1fff), "program");
  EXPECT_EQ(found(0x2000), "libc");
  EXPECT_EQ(found(0x2fff), "libc");
}

TEST(ModuleTable, FindsNothingBetweenModules) {
  EXPECT_EQ(found(0x3000), "(none)");
  EXPECT_EQ(found(0xfffe'ffff), "(none)");
}

TEST(ModuleTable, FindsTheLastSiteThereCanBe) {
  EXPECT_EQ(found(0xffff'0000), "last");
  EXPECT_EQ(found(0xffff'ffff), "last");
}

TEST(ModuleTable, FindsNothingWhenItIsEmpty) {
  EXPECT_EQ(ModuleTable{}.find(1), nullptr);
}

TEST(Module, CountsAddressesAsItsFileDoes) {
  Module library = module("libm", 0x5000, 0x1000);
  library.bias = 0x7f00'0000'0000;
  library.start = 0x7f00'0000'0000;
  EXPECT_EQ(library.file_address(0x5123), 0x123u);

  Module fixed = module("not position independent", 0, 0x1000);
  fixed.bias = 0;
  fixed.start = 0x40'0000;
  EXPECT_EQ(fixed.file_address(0x123), 0x40'0123u);
}

}  // namespace
}  // namespace heddle
