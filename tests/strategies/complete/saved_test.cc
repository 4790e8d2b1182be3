// A search that goes on from its bytes, and one that is divided, do what the whole search does.
#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "event/wire.h"
#include "random_threads.h"
#include "run_graph.h"

namespace heddle::complete::testing {
namespace {

using Behaviours = std::multiset<std::string>;

// By another process, which has states of its own.
GraphSearch copied(const GraphSearch& search, Blocked blocked) {
  Writer writer;
  search.save(writer);
  GraphSearch other(std::make_unique<SequentialConsistency>(), blocked);
  heddle::Reader reader(writer.bytes());
  EXPECT_TRUE(other.load(reader));
  EXPECT_TRUE(reader.ok());
  return other;
}

void run_some(GraphSearch& search, const Threads& threads, std::uint64_t most, Behaviours& behaviours) {
  for (; most != 0 && !search.is_exhausted(); --most)
    if (const Ran ran = run_graph(search, threads); ran.counts) behaviours.insert(ran.behaviour);
  EXPECT_FALSE(search.is_contradicted());
}

Behaviours in_parts(const Threads& threads, Blocked blocked, Random& random, std::size_t& divisions) {
  Behaviours behaviours;
  std::deque<GraphSearch> parts;
  parts.push_back(search_of_scripts(blocked));
  while (!parts.empty()) {
    GraphSearch part = copied(parts.front(), blocked);
    parts.pop_front();
    run_some(part, threads, 1 + random.below(6), behaviours);
    if (part.is_exhausted()) continue;
    if (random.coin())
      if (std::optional<GraphSearch> given = part.split()) {
        ++divisions;
        EXPECT_FALSE(given->is_exhausted());
        parts.push_back(copied(*given, blocked));
      }
    random.coin() ? parts.push_back(std::move(part)) : parts.push_front(std::move(part));
  }
  return behaviours;
}

void expect_the_same_in_parts(const Uses& uses, Blocked blocked, std::uint64_t seed) {
  Random random(seed);
  std::size_t divisions = 0;
  for (int i = 0; i < (HEDDLE_FULL_TESTS ? 2000 : 40) && !::testing::Test::HasFailure(); ++i) {
    const Threads threads = random_threads(random, uses);
    Behaviours whole;
    GraphSearch search = search_of_scripts(blocked);
    run_some(search, threads, ~std::uint64_t{0}, whole);
    EXPECT_EQ(in_parts(threads, blocked, random, divisions), whole) << "program " << i;
  }
  EXPECT_GT(divisions, 15u);
}

TEST(DividedSearch, DoesWhatTheWholeOneDoes) {
  expect_the_same_in_parts({.locks = true, .conditions = true, .semaphores = true}, Blocked::kIsLetGo, 1);
}

TEST(DividedSearch, DoesSoWhereBlockedReadsStay) {
  expect_the_same_in_parts({.locks = true, .shared_locks = true, .semaphores = true, .tries = true},
                           Blocked::kStays, 2);
}

TEST(DividedSearch, DoesSoWhereThreadsFail) {
  expect_the_same_in_parts({.locks = true, .failures = true}, Blocked::kStays, 3);
}

TEST(DividedSearch, CannotBeDividedAtItsBeginning) {
  GraphSearch search = search_of_scripts(Blocked::kIsLetGo);
  EXPECT_FALSE(search.split());
}

TEST(SavedSearch, IsNoneWithoutAllOfItsBytes) {
  const Threads threads(2, {{Op::kLoad, 0}, {Op::kStore, 0, 1}});
  GraphSearch search = search_of_scripts(Blocked::kIsLetGo);
  run_graph(search, threads);
  Writer writer;
  search.save(writer);
  std::vector<std::uint8_t> bytes = writer.take();
  bytes.resize(bytes.size() - 1);
  heddle::Reader reader(bytes);
  GraphSearch other(std::make_unique<SequentialConsistency>(), Blocked::kIsLetGo);
  EXPECT_FALSE(other.load(reader));
}

}  // namespace
}  // namespace heddle::complete::testing
