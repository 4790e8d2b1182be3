// What every strategy decides, in programs made at random: it must not change unless the strategy is meant
// to. The numbers below are those of strategies that passed all other tests; a failure prints the new one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "random_programs.h"

namespace heddle {
namespace {

struct Decided {
  std::string_view strategy;
  std::uint64_t digest;
};

constexpr std::array kDecided = {
    Decided{"auto", 0xd665efd18d1037b7},
    Decided{"random", 0xcc326f4a1c0ea1e8},
    Decided{"random:switch=0.3", 0x750d7a6c80899f58},
    Decided{"pct", 0x92da25f3046948f6},
    Decided{"pct:events=sync", 0xcb9bf19a017c1d7e},
    Decided{"pct:depth=5,events=all,fair=true", 0x12595c1d6859f548},
    Decided{"rpro", 0x5dd43106a54aea3d},
    Decided{"rpro:depth=5,radius=20,fair=true", 0xf18417de07d85c1b},
    Decided{"pos", 0x7306c28109f7c3fb},
    Decided{"urw", 0x9141addb1aa4fc8e},
    Decided{"surw", 0x8a6bb4a5b4401ca6},
    Decided{"surwp", 0xc6b59cc4417bf294},
    Decided{"hold", 0x6c152e1a22676688},
    Decided{"tsa", 0xd707beaabb14f81},
    Decided{"tsa-h", 0x83f65d9eced36cb5},
    Decided{"tsa:estimate=sharp,vary=true", 0x7dc7464b1b8c15f3},
    Decided{"iroot", 0xace0c8d3f62a0531},
    Decided{"iroot:idioms=1-5", 0x62f3c1a2eb217cbb},
    Decided{"deadlock-fuzzer", 0xabc02d79819cc37a},
    Decided{"hars", 0xcd1add806192c9c6},
    Decided{"ars", 0xcba0e06363871e0d},
    Decided{"hars:restart=false,patterns=falcon,chance=0.3", 0x9045ea5730250e7c},
    Decided{"ars:distance=missing,threads=ignore,queue=20", 0x6bbaed1826b410},
    Decided{"hars:switches=events", 0xc4ec1531bbde200},
    Decided{"hars:step=all", 0xf8bdb7891796f3e9},
    Decided{"hars:step=authors", 0x77b14c8b0afa276d},
    Decided{"ars:step=authors,patterns=falcon,threads=ignore", 0x5cb721e4a07222d1},
    Decided{"hars-online", 0x1fe9d8b4ff8b6566},
    Decided{"hars-online:patterns=falcon,chance=0.2", 0xd7ffc37957e46f88},
    Decided{"dfs", 0x7d9f06f338215ea3},
    Decided{"dfs:preemptions=2", 0x5be7eb461d9f25f2},
    Decided{"dfs:delays=2", 0x3786766f3a25742e},
    Decided{"pctwm", 0xffec98e6240d8611},
    Decided{"complete", 0xb9b7ca36429c722e},
    Decided{"mcr", 0x6affc0eb8dd24176},
    Decided{"native", 0x69bab4fed20e9afb},
    Decided{"noise", 0x1e5329e44c229ea},
    Decided{"noise:mode=yield,probability=0.5", 0x3e9a22411774b3d2},
    Decided{"plan:initial=3/2/5,changes=1.3.1/0.4.7", 0xb5d00e8f66df477a},
    Decided{"plan", 0x9cc472b9015099db},
    Decided{"fifo", 0x21c85c1511fa5509},
    Decided{"fifo:newest=true", 0x15bb6cddacc6c9d0},
};

std::uint64_t digest_of(std::string_view strategy) {
  constexpr std::uint64_t kPrograms = 16, kExecutions = 30;
  std::uint64_t digest = 0;
  for (std::uint64_t program = 1; program <= kPrograms; ++program)
    digest = combine(digest, testing::digest_of_search(strategy, program, kExecutions));
  return digest;
}

class Decisions : public ::testing::TestWithParam<Decided> {};

TEST_P(Decisions, AreThoseOfBefore) {
  const auto [strategy, digest] = GetParam();
  std::ostringstream found;
  found << std::hex << "0x" << digest_of(strategy);
  EXPECT_EQ(digest_of(strategy), digest) << strategy << ": " << found.str();
}

INSTANTIATE_TEST_SUITE_P(Strategies, Decisions, ::testing::ValuesIn(kDecided), [](const auto& test) {
  std::string name = std::to_string(test.index) + "_";
  for (const char c : test.param.strategy.substr(0, test.param.strategy.find(':')))
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

TEST(Decisions, OfEveryStrategyAreKnown) {
  for (const StrategyInfo& info : all_strategies())
    EXPECT_TRUE(std::ranges::any_of(kDecided, [&](const Decided& each) {
      return each.strategy == info.name;
    })) << info.name;
}

}  // namespace
}  // namespace heddle
