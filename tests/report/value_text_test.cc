#include "report/model/value_text.h"

#include <gtest/gtest.h>

#include <bit>

namespace heddle::report {
namespace {

TEST(ValueText, NumbersHaveTheirSign) {
  EXPECT_EQ(value_text(100, 4, "int"), "100");
  EXPECT_EQ(value_text(0xffffffff, 4, "int"), "-1");
  EXPECT_EQ(value_text(0xffffffff, 4, "unsigned int"), "4294967295");
  EXPECT_EQ(value_text(0xff, 1, "signed char"), "-1");
  EXPECT_EQ(value_text(~0ull, 8, ""), "-1");
  EXPECT_EQ(value_text(7, 8, "size_t"), "7");
}

TEST(ValueText, TypesTellHowToRead) {
  EXPECT_EQ(value_text(1, 1, "bool"), "true");
  EXPECT_EQ(value_text(0, 1, "const bool"), "false");
  EXPECT_EQ(value_text('x', 1, "char"), "'x'");
  EXPECT_EQ(value_text(7, 1, "char"), "7");
  EXPECT_EQ(value_text(std::bit_cast<std::uint64_t>(2.5), 8, "double"), "2.5");
  EXPECT_EQ(value_text(std::bit_cast<std::uint32_t>(0.5f), 4, "float"), "0.5");
  EXPECT_EQ(value_text(0, 8, "Node *"), "nullptr");
  EXPECT_EQ(value_text(0x1234, 8, "Node *"), "0x1234");
}

TEST(ValueText, AtomicsAreWhatTheyHold) {
  EXPECT_EQ(value_text(1, 1, "std::atomic<bool>"), "true");
  EXPECT_EQ(value_text(0, 8, "std::atomic<Node *>"), "nullptr");
  EXPECT_EQ(value_text(3, 4, "volatile std::__atomic_base<int>"), "3");
}

TEST(ValueText, AddressesLookLikeAddresses) {
  EXPECT_EQ(value_text(0x100000000040, 8, ""), "0x100000000040");
  EXPECT_EQ(value_text(1'000'000'007, 8, ""), "1000000007");
}

TEST(ValueText, WhatIsTooLargeIsNotShown) {
  EXPECT_EQ(value_text(1, 16, "Pair"), "...");
}

TEST(ValueText, KnowsPointers) {
  EXPECT_EQ(pointee_type("Node *"), "Node");
  EXPECT_EQ(pointee_type("std::atomic<const shop::Node *>"), "shop::Node");
  EXPECT_EQ(pointee_type("int"), "");
  EXPECT_TRUE(may_be_pointer("Node *"));
  EXPECT_TRUE(may_be_pointer(""));
  EXPECT_FALSE(may_be_pointer("unsigned long"));
  EXPECT_FALSE(may_be_pointer("double"));
}

}  // namespace
}  // namespace heddle::report
