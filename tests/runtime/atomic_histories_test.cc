#include "runtime/engine/atomic_histories.h"

#include <gtest/gtest.h>

namespace heddle::runtime::atomic_histories_test {
namespace {

constexpr std::uint64_t kAddress = 0x7000;

class Histories : public ::testing::Test {
 protected:
  Histories() { histories_.begin(); }
  AtomicHistory& at(std::uint64_t address, std::uint32_t size, std::uint64_t current) {
    return histories_.at({address, size, {current}});
  }
  // As an atomic store to it does.
  void store(std::uint64_t address, std::uint32_t size, std::uint64_t before, std::uint64_t value) {
    AtomicHistory& history = at(address, size, before);
    history.store(history.insert_behind(history.count() - 1)).value = {value};
  }

  AtomicHistories histories_;
};

TEST_F(Histories, AVariableKeepsItsStores) {
  store(kAddress, 4, 0, 1);
  store(kAddress, 4, 1, 2);
  store(kAddress + 4, 4, 0, 7);
  EXPECT_EQ(3u, at(kAddress, 4, 2).count());
  EXPECT_EQ(2u, at(kAddress + 4, 4, 7).count());
  EXPECT_FALSE(histories_.met_mixed_sizes());
}

TEST_F(Histories, MemoryThatHoldsSomethingElseBeginsAnew) {
  store(kAddress, 4, 0, 1);
  EXPECT_EQ(1u, at(kAddress, 4, 5).count());
  EXPECT_EQ(5u, at(kAddress, 4, 5).newest().value.low);
}

TEST_F(Histories, WhatIsOverwrittenOrForgottenBeginsAnewWithTheSameValue) {
  store(kAddress, 4, 0, 1);
  histories_.overwrite(kAddress + 2, 1);
  EXPECT_EQ(1u, at(kAddress, 4, 1).count());
  store(kAddress, 4, 1, 2);
  histories_.forget(kAddress - 100, 4096);
  EXPECT_EQ(1u, at(kAddress, 4, 2).count());
}

TEST_F(Histories, OperationsOfAnotherSizeSeeTheNewestStoreOnly) {
  store(kAddress, 4, 0, 1);
  EXPECT_EQ(1u, at(kAddress, 8, 1).count());
  EXPECT_TRUE(histories_.met_mixed_sizes());
  store(kAddress, 8, 1, 2);
  EXPECT_EQ(1u, at(kAddress, 4, 2).count()) << "those of the first size, too";
  EXPECT_EQ(1u, at(kAddress, 8, 2).count());
  EXPECT_EQ(1u, at(kAddress + 2, 1, 0).count()) << "a part of it";
  EXPECT_EQ(1u, at(kAddress, 8, 2).count());
}

TEST_F(Histories, AnotherExecutionKnowsNothing) {
  for (std::uint64_t i = 0; i < 100; ++i) store(kAddress + 8 * i, 8, 0, i);
  histories_.begin();
  for (std::uint64_t i = 100; i-- > 0;) EXPECT_EQ(1u, at(kAddress + 8 * i, 8, i).count());
}

// More variables than are found at once, in turn.
TEST_F(Histories, ManyVariablesAreKeptApart) {
  constexpr std::uint64_t kVariables = 1000;
  for (std::uint64_t round = 0; round < 3; ++round)
    for (std::uint64_t i = 0; i < kVariables; ++i) store(kAddress + 4 * i, 4, round * i, (round + 1) * i);
  for (std::uint64_t i = 0; i < kVariables; ++i) EXPECT_EQ(4u, at(kAddress + 4 * i, 4, 3 * i).count());
}

}  // namespace
}  // namespace heddle::runtime::atomic_histories_test
