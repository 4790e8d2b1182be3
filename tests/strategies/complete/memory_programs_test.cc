// Every execution of small programs of atomics, under both memory models: as many as the axioms allow, each
// once, with the same outcomes.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "litmus_programs.h"
#include "run_memory_program.h"
#include "strategies/complete/cpp_memory_model.h"

namespace heddle::complete::testing {
namespace {

using heddle::testing::digest;
using heddle::testing::MemoryProgram;
using heddle::testing::Outcomes;
using heddle::testing::print;

struct Expected {
  std::size_t executions;
  std::uint32_t outcomes;  // digest
};

void expect_once(const MemoryProgram& program, std::unique_ptr<MemoryModel> model, const Expected& expected) {
  const MemoryBehaviours found = behaviours_of(program, std::move(model));
  EXPECT_FALSE(found.contradicted) << print(program);
  EXPECT_EQ(found.twice(), 0u) << print(program);
  EXPECT_EQ(found.met.size(), expected.executions) << print(program);
  EXPECT_EQ(digest(found.outcomes), expected.outcomes) << print(program) << print(found.outcomes);
}

Outcomes outcomes_in(const char* text) {
  Outcomes outcomes;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    heddle::testing::Outcome outcome;
    std::istringstream values(word);
    for (std::string value; std::getline(values, value, ',');) outcome.push_back(std::stoull(value));
    outcomes.insert(outcome);
  }
  return outcomes;
}

TEST(CompleteSearchOfAtomics, MeetsEveryExecutionOfTheLitmusProgramsOnce) {
  for (const heddle::testing::LitmusProgram& each : heddle::testing::kLitmusPrograms) {
    SCOPED_TRACE(each.name);
    const MemoryProgram program = heddle::testing::parse_memory_program(each.program);
    expect_once(program, std::make_unique<CppMemoryModel>(),
                {each.cpp_executions, digest(outcomes_in(each.cpp))});
    expect_once(program, std::make_unique<SequentialConsistency>(),
                {each.sc_executions, digest(outcomes_in(each.sc))});
  }
}

// Executions under c++ and sc, and the digest of the outcomes under c++, worked out beforehand by the axioms,
// by trying all that each load could see and all orders of stores. memory_outcomes.txt has the digest of sc;
// that of c++ there is of a machine, which takes the order of execution for that of seq_cst operations.
TEST(CompleteSearchOfAtomics, MeetsEveryExecutionOfRandomProgramsOnce) {
  std::ifstream executions(HEDDLE_MEMORY_EXECUTIONS), outcomes(HEDDLE_MEMORY_OUTCOMES);
  const std::uint64_t programs = HEDDLE_FULL_TESTS ? 20'000 : 300;
  for (std::uint64_t number = 0; number < programs && !HasFailure(); ++number) {
    std::size_t cpp = 0, sc = 0;
    std::string cpp_outcomes, sc_outcomes, skipped;
    ASSERT_TRUE(executions >> cpp >> sc >> cpp_outcomes) << number;
    ASSERT_TRUE(outcomes >> skipped >> sc_outcomes >> skipped) << number;
    const MemoryProgram program = heddle::testing::random_memory_program(number);
    const auto value = [](const std::string& text) {
      return static_cast<std::uint32_t>(std::stoul(text, nullptr, 16));
    };
    expect_once(program, std::make_unique<CppMemoryModel>(), {cpp, value(cpp_outcomes)});
    expect_once(program, std::make_unique<SequentialConsistency>(), {sc, value(sc_outcomes)});
  }
}

// Message passing by an atomic variable that another one is built around: what is not atomic is ordered by
// the flag, and has one value.
TEST(CompleteSearchOfAtomics, SeesOneValueOfWhatIsNotAtomic) {
  MemoryProgram program = heddle::testing::parse_memory_program(
      "store x 1 relaxed ; store y 1 release\n"
      "load y acquire ; load x relaxed\n");
  for (auto& thread : program.threads)
    for (auto& step : thread)
      if (step.variable == 0) step.ordering = Ordering::kVolatile;
  // y = 1 and x = 1; y = 0 and x = 0, or the other way round in the order of execution, which is a race.
  expect_once(program, std::make_unique<CppMemoryModel>(), {3, digest(outcomes_in("0,0,1,1 0,1,1,1 1,1,1,1"))});
}

}  // namespace
}  // namespace heddle::complete::testing
