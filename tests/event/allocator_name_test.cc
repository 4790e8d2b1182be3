#include "event/allocator_name.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(AllocatorName, IsOneThatHandsMemoryOn) {
  for (const char* name : {"xmalloc", "nn_zalloc", "g_slice_alloc0", "Pool::allocate", "AllocMem",
                           "my_strdup", "Node::operator new", "Node::operator new[]"})
    EXPECT_TRUE(is_allocator_name(name)) << name;
  for (const char* name : {"", "main", "make_node", "Allocator::reset", "renew", "Node::operator=="})
    EXPECT_FALSE(is_allocator_name(name)) << name;
}

TEST(AllocatorName, OfASymbolIsItsOwnNotThatOfAScopeOrAnArgument) {
  for (const char* symbol :
       {"xmalloc", "xmalloc.constprop.0", "_Z8allocatem", "_ZL7xmallocm", "_ZN4Pool8allocateEm",
        "_ZNK4PoolIiE8allocateEm", "_ZN4PoolINS_4NodeELm8EE5allocEv", "_ZN4Pool5allocIiEEPT_v",
        "_ZN12_GLOBAL__N_17xmallocEm", "_ZN4NodenwEm", "_ZN4NodenaEm", "_ZN4mineL7reallocEPvm",
        "_ZN4PoolISaIiESt4lessIiEE5allocEv"})
    EXPECT_TRUE(is_allocator_symbol(symbol)) << symbol;
  for (const char* symbol :
       {"", "_Z", "_ZN", "_ZNI", "_Z9", "_ZN9", "main", "_ZN9Allocator5resetEv", "_ZN9AllocatorC2Ev",
        "_ZN9AllocatorD0Ev", "_ZN4Node3getE9Allocator", "_Z3useRK9Allocator", "_ZN4ListI9AllocatorE4pushEi",
        "_ZN9AllocatoreqERKS_", "_ZZ4mainENKUlvE_clEv", "_ZN4NodedlEPv", "_Z4nameSaIiE",
        "_Z99999999999999999999999allocate", "_ZN4PoolIIIIallocE"})
    EXPECT_FALSE(is_allocator_symbol(symbol)) << symbol;
}

}  // namespace
}  // namespace heddle
