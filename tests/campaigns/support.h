// A campaign in an SQLite file, of programs that nobody ever starts.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "campaigns/create.h"
#include "campaigns/leases.h"
#include "campaigns/outcome.h"
#include "campaigns/views.h"
#include "store/database.h"

namespace heddle::campaigns {

class TestStore {
 public:
  TestStore();
  ~TestStore();

  store::Database& database() { return *database_; }
  const std::string& folder() const { return folder_; }
  std::string file() const { return folder_ + "/store.sqlite"; }
  std::unique_ptr<store::Database> connection() const;

  // Programs of two strategies each; their file holds `contents`.
  Result<std::vector<CreatedSeries>> create(const CampaignDescription& campaign,
                                            const std::string& contents = "one",
                                            const std::vector<std::string>& strategies = {"pct", "random"});
  static CampaignDescription campaign(std::uint64_t executions);
  Views views() { return Views(*database_, {}); }
  std::uint64_t number(const std::string& sql);  // of a query with one number

 private:
  std::string folder_;
  std::unique_ptr<store::Database> database_;
};

// All units of the lease were executed; one bug, and what was covered.
UnitOutcome some_outcome(const Lease& lease, const std::string& function = "withdraw");

}  // namespace heddle::campaigns
