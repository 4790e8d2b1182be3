// The page of a campaign, for a browser that needs no other file.
#pragma once

#include <string>
#include <vector>

#include "campaigns/views.h"

namespace heddle::campaigns {

struct PageData {
  CampaignInfo campaign;
  std::vector<CellInfo> cells;
  std::vector<BugInfo> bugs;
  std::vector<std::string> reports;  // of each bug, in words
  std::vector<WorkerInfo> workers;
  std::vector<TimelinePoint> executions_over_time, bugs_over_time, coverage_over_time;
};

std::string campaign_page(const PageData& data);

}  // namespace heddle::campaigns
