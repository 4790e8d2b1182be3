// What a store says of a campaign, for a person.
#pragma once

#include <string>
#include <vector>

#include "campaigns/compared.h"
#include "campaigns/views.h"

namespace heddle::campaigns {

std::string status_text(const CampaignInfo& campaign, const std::vector<CellInfo>& cells,
                        const std::vector<WorkerInfo>& workers, bool all_workers);
std::string bugs_text(const CampaignInfo& campaign, const std::vector<BugInfo>& bugs);
std::string comparison_text(const std::vector<Comparison>& comparisons);

// For programs: all of it.
std::string campaign_json(const CampaignInfo& campaign, const std::vector<SeriesInfo>& series,
                          const std::vector<CellInfo>& cells, const std::vector<BugInfo>& bugs,
                          const std::vector<WorkerInfo>& workers);

// "after 3 min 5 s"; what was found before the campaign was brought up to date: "on 2026-03-01 05:00:00 UTC".
std::string when_found(const CampaignInfo& campaign, const BugInfo& bug);

// "3 min 5 s", "2 h 40 min".
std::string duration_text(std::uint64_t milliseconds);

}  // namespace heddle::campaigns
