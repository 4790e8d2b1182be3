#include "instrument/assembly_text.h"

#include <gtest/gtest.h>

namespace heddle::instrument {
namespace {

TEST(AssemblyText, NothingIsNothing) {
  const AssemblyText text = read_assembly("");
  EXPECT_FALSE(text.is_atomic);
  EXPECT_FALSE(text.is_fence);
  EXPECT_TRUE(text.addressed.empty());
}

TEST(AssemblyText, PlainMovesAreNotAtomic) {
  EXPECT_FALSE(read_assembly("movl %1, %0").is_atomic);
  EXPECT_FALSE(read_assembly("str %w0, [%1]").is_atomic);
  EXPECT_FALSE(read_assembly("nop").is_atomic);
  EXPECT_FALSE(read_assembly("block %0").is_atomic);  // only begins or ends like one
}

TEST(AssemblyText, LockedInstructionsAreAtomicFences) {
  for (const char* each : {"lock; addl %1, %0", "lock cmpxchgq %2, %1", "LOCK\n\txaddl %0, %1",
                           "xchgl %0, %1", "1: lock decl %0\n jne 1b"}) {
    EXPECT_TRUE(read_assembly(each).is_atomic) << each;
    EXPECT_TRUE(read_assembly(each).is_fence) << each;
  }
}

TEST(AssemblyText, ExclusiveAndOrderedInstructionsAreAtomic) {
  for (const char* each :
       {"1: ldxr %w0, [%2]\n add %w0, %w0, #1\n stxr %w1, %w0, [%2]\n cbnz %w1, 1b", "ldar %0, [%1]",
        "stlr %w0, [%1]", "casal %w0, %w1, [%2]", "swp %w0, %w1, [%2]", "ldaddal %0, %1, [%2]"}) {
    EXPECT_TRUE(read_assembly(each).is_atomic) << each;
    EXPECT_FALSE(read_assembly(each).is_fence) << each;
  }
}

TEST(AssemblyText, Fences) {
  for (const char* each : {"mfence", "dmb ish", "dsb sy", "lfence", "sfence"}) {
    EXPECT_TRUE(read_assembly(each).is_fence) << each;
    EXPECT_FALSE(read_assembly(each).is_atomic) << each;
  }
}

TEST(AssemblyText, AddressesInRegisters) {
  const AssemblyText load = read_assembly("ldr %w0, [%1]");
  ASSERT_EQ(load.addressed.size(), 1u);
  EXPECT_EQ(load.addressed[0].operand, 1u);
  EXPECT_EQ(load.addressed[0].size, 4u);
  EXPECT_TRUE(load.addressed[0].reads);
  EXPECT_FALSE(load.addressed[0].writes);

  const AssemblyText loop = read_assembly("1:\tldxr %0, [%x2]\n\tstxr %w1, %0, [%x2]\n\tcbnz %w1, 1b");
  ASSERT_EQ(loop.addressed.size(), 1u);
  EXPECT_EQ(loop.addressed[0].operand, 2u);
  EXPECT_EQ(loop.addressed[0].size, 8u);
  EXPECT_TRUE(loop.addressed[0].reads);
  EXPECT_TRUE(loop.addressed[0].writes);

  EXPECT_EQ(read_assembly("strb %w0, [%1]").addressed.at(0).size, 1u);
  EXPECT_EQ(read_assembly("ldarh %w0, [%1]").addressed.at(0).size, 2u);
  EXPECT_EQ(read_assembly("ldp %0, %1, [%2]").addressed.at(0).size, 16u);
}

TEST(AssemblyText, AddressesThatAreNotUnderstoodAreLeftOut) {
  EXPECT_TRUE(read_assembly("ldr %w0, [%1, #8]").addressed.empty());
  EXPECT_TRUE(read_assembly("ldr %w0, [sp]").addressed.empty());
  EXPECT_TRUE(read_assembly("ldr %w0, [%1").addressed.empty());
}

}  // namespace
}  // namespace heddle::instrument
