// A connection that is lost at any statement: workers go on, and everything counts once.
#include <gtest/gtest.h>

#include "campaigns/schema.h"
#include "store/migrations.h"
#include "support.h"

namespace heddle::campaigns {
namespace {

// Loses the connection at one statement, counted from the beginning, and with it the transaction.
class LosesItsConnection : public store::Database {
 public:
  LosesItsConnection(store::Database& database, int at) : database_(database), left_(at) {}

  Result<store::Rows> run(const std::string& sql, const std::vector<store::Value>& parameters) override {
    if (is_lost()) return Error{kLost};
    return database_.run(sql, parameters);
  }
  Result<bool> begin() override {
    if (is_lost()) return Error{kLost};
    is_within_ = true;
    return database_.begin();
  }
  // The answer of a commit is what is lost.
  Result<bool> commit() override {
    const bool was_connected = is_connected_;
    const bool lost = is_lost();
    if (!was_connected) return Error{kLost};
    is_within_ = false;
    Result<bool> done = database_.commit();
    if (lost) return Error{kLost};
    return done;
  }
  void roll_back() override {
    if (is_within_) database_.roll_back();
    is_within_ = false;
  }
  Result<bool> connect() override {
    is_connected_ = true;
    return true;
  }
  Result<bool> lock_schema() override { return database_.lock_schema(); }
  store::Fault fault() const override { return is_connected_ ? database_.fault() : store::Fault::kLost; }
  const store::Location& location() const override { return database_.location(); }
  bool has_lost() const { return left_ < 0; }

 private:
  static constexpr char kLost[] = "the connection was lost";

  bool is_lost() {
    if (left_-- == 0) is_connected_ = false;
    return !is_connected_;
  }

  store::Database& database_;
  int left_;
  bool is_connected_ = true;
  bool is_within_ = false;
};

// What a worker does with its store. False: it would have ended.
::testing::AssertionResult work(store::Database& database) {
  const store::Patience patience{10, [] { return false; }};
  if (const auto checked = store::check_schema(database, all_migrations(), patience); !checked)
    return ::testing::AssertionFailure() << checked.error();
  Views views(database, patience);
  if (const auto campaign = views.campaign(""); !campaign)
    return ::testing::AssertionFailure() << campaign.error();
  const auto worker = views.add_worker(1, "one:1");
  if (!worker) return ::testing::AssertionFailure() << worker.error();
  WorkQueue queue(database, patience, 1, *worker, 60);
  KnownCoverage known;
  for (;;) {
    const auto offer = queue.take();
    if (!offer) return ::testing::AssertionFailure() << offer.error();
    if (offer->why == WorkQueue::Why::kOver) return ::testing::AssertionSuccess();
    if (!offer->lease) return ::testing::AssertionFailure() << "it waits for work that is its own";
    const auto delivered =
        deliver(database, patience, 1, *worker, *offer->lease, some_outcome(*offer->lease), known);
    if (!delivered) return ::testing::AssertionFailure() << delivered.error();
  }
}

TEST(LostConnections, CostNothingWhereverTheyAre) {
  constexpr int kMostStatements = 1000;
  for (int at = 0; at < kMostStatements; ++at) {
    TestStore store;
    ASSERT_TRUE(store.create(TestStore::campaign(250)));
    LosesItsConnection database(store.database(), at);
    ASSERT_TRUE(work(database)) << "lost at statement " << at;
    EXPECT_EQ(store.number("SELECT SUM(executions) FROM units WHERE done = 1"), 500u) << at;
    EXPECT_EQ(store.number("SELECT COUNT(*) FROM bugs"), 1u) << at;
    EXPECT_EQ(store.number("SELECT SUM(times) FROM sightings"),
              store.number("SELECT SUM(failed) FROM units WHERE done = 1"))
        << at;
    if (!database.has_lost()) return;  // behind the last one
  }
  FAIL() << "it does not come to an end";
}

}  // namespace
}  // namespace heddle::campaigns
