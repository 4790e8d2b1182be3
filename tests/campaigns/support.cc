#include "support.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>

#include "campaigns/blobs.h"
#include "campaigns/schema.h"
#include "store/migrations.h"
#include "store/open.h"

namespace heddle::campaigns {

TestStore::TestStore() {
  std::string folder = (std::filesystem::temp_directory_path() / "heddle-campaigns-XXXXXX").string();
  folder_ = mkdtemp(folder.data());
  database_ = std::move(*store::open(*store::parse_location(file()), true));
  // The disk is not what is tested.
  EXPECT_TRUE(database_->run("PRAGMA synchronous = OFF"));
  EXPECT_TRUE(store::migrate(*database_, all_migrations(), {}));
}

TestStore::~TestStore() {
  database_.reset();
  std::filesystem::remove_all(folder_);
}

std::unique_ptr<store::Database> TestStore::connection() const {
  return std::move(*store::open(*store::parse_location(file()), false));
}

CampaignDescription TestStore::campaign(std::uint64_t executions) {
  CampaignDescription campaign;
  campaign.name = "test";
  campaign.lease_seconds = 60;
  campaign.end.executions = executions;
  return campaign;
}

Result<std::vector<CreatedSeries>> TestStore::create(const CampaignDescription& campaign,
                                                     const std::string& contents,
                                                     const std::vector<std::string>& strategies) {
  const std::string path = folder_ + "/program";
  std::ofstream(path, std::ios::trunc) << contents;
  PackedProgram program;
  program.description.name = "bank";
  program.description.strategies = strategies;
  program.description.unit = 100;
  program.build_id = "abc";
  program.architecture = "x86_64";
  const Result<std::string> digest = put_file(*database_, {}, path);
  EXPECT_TRUE(digest) << digest.error();
  program.files = {{"bin/bank", *digest, true}};
  program.subjects = {{"", {"10", "a b"}}};
  return create_campaign(*database_, {}, campaign, "name = 'test'", {program}, {});
}

std::uint64_t TestStore::number(const std::string& sql) {
  const Result<store::Rows> rows = database_->run(sql);
  EXPECT_TRUE(rows) << rows.error();
  if (!rows || rows->empty()) return 0;
  store::RowReader reader(rows->rows.front());
  return reader.count();
}

UnitOutcome some_outcome(const Lease& lease, const std::string& function) {
  UnitOutcome outcome;
  outcome.executions = lease.executions;
  outcome.failed = 3;
  outcome.steps = 40;
  outcome.seconds = 0.5;
  outcome.end = "budget";
  outcome.coverage = {{"sync-pairs", 11}, {"sync-pairs", 12}};
  SeenBug bug;
  bug.bug = {"", "assertion", function, "balance >= #"};
  bug.headline = "assertion in " + function;
  bug.times = 3;
  bug.execution = 7;
  bug.stable = true;
  bug.schedule = "schedule";
  bug.output = "output";
  bug.report = "report";
  outcome.bugs = {bug};
  return outcome;
}

}  // namespace heddle::campaigns
