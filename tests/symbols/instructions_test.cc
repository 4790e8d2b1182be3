#include "symbols/instructions.h"

#include <gtest/gtest.h>

#include <array>

namespace heddle::symbols {
namespace {

std::vector<std::string> names_in(std::span<const unsigned char> code, Machine machine) {
  std::vector<std::string> names;
  for (const UncontrolledInstruction& each : uncontrolled_instructions(code, 0x1000, machine))
    names.push_back(each.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(UncontrolledInstructions, OfArmAreFoundWhateverTheRegister) {
  constexpr std::array<unsigned char, 12> kCode = {0x40, 0xe0, 0x3b, 0xd5,   // mrs x0, cntvct_el0
                                                   0x1f, 0x20, 0x03, 0xd5,   // nop
                                                   0x07, 0x24, 0x3b, 0xd5};  // mrs x7, rndr
  EXPECT_EQ(names_in(kCode, Machine::kArm), (Names{"mrs cntvct_el0", "mrs rndr"}));
  const auto found = uncontrolled_instructions(kCode, 0x1000, Machine::kArm);
  EXPECT_EQ(found[1].address, 0x1008u);
  EXPECT_TRUE(found[1].random);
}

TEST(UncontrolledInstructions, OfArmAreAligned) {
  constexpr std::array<unsigned char, 8> kCode = {0x1f, 0x20, 0x40, 0xe0, 0x3b, 0xd5, 0x03, 0xd5};
  EXPECT_EQ(names_in(kCode, Machine::kArm), Names{});
}

TEST(UncontrolledInstructions, OfX86ThatReadTheTimePutItsHalvesTogether) {
  constexpr std::array<unsigned char, 9> kTime = {0x0f, 0x31, 0x48, 0xc1, 0xe2, 0x20, 0x48, 0x09, 0xd0};
  constexpr std::array<unsigned char, 9> kBytes = {0x0f, 0x31, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xc3};
  EXPECT_EQ(names_in(kTime, Machine::kX86), Names{"rdtsc"});
  EXPECT_EQ(names_in(kBytes, Machine::kX86), Names{});
}

TEST(UncontrolledInstructions, OfX86ThatReadRandomNumbers) {
  constexpr std::array<unsigned char, 7> kRandom = {0x48, 0x0f, 0xc7, 0xf0, 0x0f, 0xc7, 0xf9};
  constexpr std::array<unsigned char, 4> kProcessor = {0xf3, 0x0f, 0xc7, 0xf8};  // rdpid
  constexpr std::array<unsigned char, 4> kExchange = {0x48, 0x0f, 0xc7, 0x0f};   // cmpxchg16b (%rdi)
  EXPECT_EQ(names_in(kRandom, Machine::kX86), (Names{"rdrand", "rdseed"}));
  EXPECT_EQ(names_in(kProcessor, Machine::kX86), Names{});
  EXPECT_EQ(names_in(kExchange, Machine::kX86), Names{});
}

TEST(UncontrolledInstructions, OfAFileThatIsNoProgramAreNone) {
  EXPECT_TRUE(uncontrolled_instructions("/dev/null").empty());
}

}  // namespace
}  // namespace heddle::symbols
