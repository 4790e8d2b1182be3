#include "strategies/pctwm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "memory_outcomes.h"
#include "strategies/guarantee.h"

namespace heddle::pctwm_test {
namespace {

using testing::MemoryProgram;
using testing::Outcome;
using testing::Outcomes;

// The program's threads under the strategy; `perform` does an operation and asks for the store.
class Laboratory {
 public:
  Laboratory(const MemoryProgram& program, const PctwmOptions& options)
      : program_(program), strategy_(options) {}

  Outcome run(std::uint64_t seed) {
    Random random(seed);
    LocationTable locations;
    Tally tally{};
    strategy_.begin({.execution = seed, .random = random, .locations = locations, .tally = tally.data()});
    testing::MemoryRun run(program_);
    ThreadId current = 0;
    while (!run.is_over()) {
      std::vector<Operation> operations(program_.threads.size());
      std::vector<Candidate> enabled;
      for (std::size_t i = 0; i < program_.threads.size(); ++i) {
        if (!run.can_go_on(i)) continue;
        operations[i].kind = run.next_kind(i);
        enabled.push_back({static_cast<ThreadId>(i), &operations[i]});
      }
      const Choice choice{
          .enabled = enabled, .current = current, .current_enabled = false, .step = 0, .without_progress = 0};
      current = strategy_.choose(choice).thread;
      run.perform(current, [&](std::uint32_t count) {
        return count < 2 ? 0
                         : strategy_.choose_store({.thread = current,
                                                   .operation = operations[current],
                                                   .count = count,
                                                   .step = 0,
                                                   .without_progress = 0});
      });
      strategy_.executed({1, 1, current, operations[current].kind, 4, 0});
    }
    Execution execution;
    execution.tally = tally;
    strategy_.learn(execution);
    return run.outcome();
  }

 private:
  const MemoryProgram& program_;
  Pctwm strategy_;
};

// Whether so few successes can be chance, if each has at least that probability: the binomial distribution's
// lower tail.
double chance_of_so_few(std::uint64_t successes, std::uint64_t tries, double probability) {
  if (probability >= 1) return successes == tries ? 1 : 0;
  double sum = 0;
  for (std::uint64_t i = 0; i <= successes; ++i)
    sum += std::exp(std::lgamma(tries + 1.0) - std::lgamma(i + 1.0) - std::lgamma(tries - i + 1.0) +
                    static_cast<double>(i) * std::log(probability) +
                    static_cast<double>(tries - i) * std::log1p(-probability));
  return sum;
}

struct Bug {
  const char* program;
  Outcome outcome;
  std::uint64_t reads;  // k
  unsigned depth;       // d
};

class PctwmGuarantee : public ::testing::TestWithParam<Bug> {};

TEST_P(PctwmGuarantee, IsKept) {
  constexpr std::uint64_t kTries = 4000, kStores = 2;
  const Bug& bug = GetParam();
  const MemoryProgram program = testing::parse_memory_program(bug.program);
  Laboratory laboratory(program, {bug.depth, kStores, bug.reads});
  std::uint64_t met = 0;
  for (std::uint64_t seed = 0; seed < kTries; ++seed) met += laboratory.run(seed) == bug.outcome ? 1 : 0;
  const double least = pctwm_guarantee(bug.reads, bug.depth, kStores);
  EXPECT_GT(chance_of_so_few(met, kTries, least), 1e-6) << met << " of " << kTries << ", at least " << least;
}

INSTANTIATE_TEST_SUITE_P(
    Litmus, PctwmGuarantee,
    ::testing::Values(
        // Store buffering: both read what their own thread knows.
        Bug{"store x 1 relaxed ; load y relaxed\nstore y 1 relaxed ; load x relaxed\n", {0, 0, 1, 1}, 2, 0},
        // Message passing: the flag is a communication, the data is not.
        Bug{"store x 1 relaxed ; store y 1 relaxed\nload y relaxed ; load x relaxed\n", {1, 0, 1, 1}, 2, 1},
        // The same behind other reads.
        Bug{"load z relaxed ; store x 1 relaxed ; store y 1 relaxed\nload z relaxed ; load y relaxed ; load "
            "x relaxed\n",
            {0, 0, 1, 0, 1, 1, 0},
            5,
            1},
        // Each reader sees one of the two stores.
        Bug{"store x 1 release\nstore y 1 release\nload x acquire ; load y acquire\nload y acquire ; load x "
            "acquire\n",
            {1, 0, 1, 0, 1, 1},
            4,
            2}));

// The engine asks who goes on only where several can.
TEST(Pctwm, AThreadThatIsAloneCommunicatesToo) {
  LocationTable locations;
  Pctwm strategy({.depth = 1, .reads = 1});
  Operation load;
  load.kind = OperationKind::kAtomicLoad;
  const StoreChoice choice{.thread = 0, .operation = load, .count = 2, .step = 0, .without_progress = 0};
  int newest = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Random random(seed);
    strategy.begin({.execution = seed, .random = random, .locations = locations});
    newest += strategy.choose_store(choice) == 0 ? 1 : 0;
    strategy.executed({1, 1, 0, OperationKind::kAtomicLoad, 4, 0});
    EXPECT_EQ(strategy.choose_store(choice), 1u);
  }
  EXPECT_GT(newest, 25);
  EXPECT_LT(newest, 75);
}

TEST(Pctwm, ReadsThatAreNoCommunicationSeeWhatTheirThreadKnows) {
  const MemoryProgram program =
      testing::parse_memory_program("store x 1 relaxed ; load x relaxed\nload x relaxed ; load x relaxed\n");
  Laboratory laboratory(program, {0, 1, 3});
  for (std::uint64_t seed = 0; seed < 100; ++seed) EXPECT_EQ((Outcome{1, 0, 0, 1}), laboratory.run(seed));
}

}  // namespace
}  // namespace heddle::pctwm_test
