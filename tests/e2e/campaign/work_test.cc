// Workers and databases that are killed: every execution counts once, every bug is there, and those that are
// left go on. One server for all of it, because it takes longer to start than the rest of the test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <random>

#include "campaign/support.h"
#include "support/postgres_server.h"

namespace heddle::e2e {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kWorkers = 4;
constexpr int kKilledWorkers = HEDDLE_FULL_TESTS ? 50 : 3;
constexpr int kKilledServers = HEDDLE_FULL_TESTS ? 5 : 1;
constexpr std::uint64_t kExecutions = HEDDLE_FULL_TESTS ? 20'000 : 600;
constexpr std::uint64_t kUnit = HEDDLE_FULL_TESTS ? 200 : 100;

std::vector<std::string> subjects() {
  std::vector<std::string> names = {"lost_update", "lock_order", "lost_update_fixed"};
  if (HEDDLE_FULL_TESTS)
    for (const char* name :
         {"torn_array", "torn_copy", "text_overwritten", "volatile_counter", "annotated_counter",
          "joinable_destroyed", "nested_threads", "call_once_fast_path", "adaptive_timedlock",
          "wait_for_ignored", "stale_reply", "bounded_buffer", "lock_free_stack", "lock_order_fixed",
          "bounded_buffer_fixed", "torn_array_fixed", "lock_free_stack_fixed"})
      names.push_back(std::string(HEDDLE_TEST_PROGRAMS) + "/gxx-O2/" + name);
  return names;
}

std::string description() {
  return description_of(subjects(), kExecutions, kUnit);
}

// What one worker finds that nobody disturbs.
CampaignFacts reference() {
  const CampaignPlace place;
  place.create(description());
  const Outcome done = place.campaign({"work", "--trust", "--jobs", "1"});
  EXPECT_EQ(done.status, 0) << describe(done);
  CampaignFacts facts = place.facts();
  EXPECT_EQ(facts.cells.size(), subjects().size());
  for (const auto& [cell, figures] : facts.cells) EXPECT_EQ(std::get<0>(figures), kExecutions) << cell;
  EXPECT_GE(facts.bugs.size(), 3u);
  return facts;
}

class Crew {
 public:
  explicit Crew(const CampaignPlace& place) : place_(place), workers_(kWorkers) {
    for (auto& worker : workers_) worker = place_.worker();
  }

  // A worker, at a random moment; another one takes its place.
  void kill_one() {
    wait_a_little();
    auto& worker = workers_[random_() % workers_.size()];
    worker->signal(SIGKILL);
    worker->finish();
    worker = place_.worker();
  }
  void wait_a_little() {
    const auto moments = random_() % (HEDDLE_FULL_TESTS ? 100 : 20);
    for (std::size_t i = 0; i < moments; ++i) pause_briefly();
  }
  void finish() {
    for (auto& worker : workers_) {
      const Outcome outcome = worker->finish();
      EXPECT_EQ(outcome.status, 0) << describe(outcome);
    }
  }

 private:
  const CampaignPlace& place_;
  std::vector<std::unique_ptr<Process>> workers_;
  std::minstd_rand random_{17};
};

TEST(CampaignWork, KilledWorkersAndServersLoseNothing) {
  const CampaignFacts expected = reference();

  const CampaignPlace file;
  file.create(description());
  Crew four(file);
  for (int i = 0; i < kKilledWorkers / 2; ++i) four.kill_one();
  four.finish();
  EXPECT_EQ(file.facts(), expected) << file.status().dump(1);

  test::PostgresServer server;
  const CampaignPlace database(server.make_database("campaign"));
  database.create(description());
  Crew crew(database);
  for (int i = 0; i < kKilledWorkers; ++i) {
    crew.kill_one();
    if (i % (kKilledWorkers / kKilledServers) != 0) continue;
    server.kill();
    crew.wait_a_little();
    server.restart();
  }
  crew.finish();
  EXPECT_EQ(database.facts(), expected) << database.status().dump(1);
  EXPECT_EQ(database.status().at("ended") > 0, true);

  // A store that is away, or of a newer heddle.
  const Outcome newer = [&] {
    EXPECT_EQ(run({{"psql", "-q", "-c", "INSERT INTO heddle_schema VALUES (1000, 'later', 0)",
                    server.url("campaign")}})
                  .status,
              0);
    return database.campaign({"work", "--trust", "--jobs", "1"});
  }();
  EXPECT_EQ(newer.status, 3);
  EXPECT_THAT(newer.err, ::testing::HasSubstr("has schema 1000, this heddle knows schemas up to"));
  server.kill();
  const Outcome away = database.campaign({"work", "--trust", "--jobs", "1", "--patience", "100ms"});
  EXPECT_EQ(away.status, 3);
  EXPECT_THAT(away.err, ::testing::HasSubstr("cannot be reached"));
}

}  // namespace
}  // namespace heddle::e2e
