// What a campaign has found, in a folder: the programs, the schedules of their bugs beside them, and all
// figures as JSON.
#pragma once

#include <string>

#include "campaigns/views.h"
#include "event/result.h"
#include "host/output_folder.h"
#include "store/database.h"

namespace heddle::sessions {

struct ExportDone {
  std::size_t bugs = 0;
  std::size_t programs = 0;
};

// FOLDER/campaign.json, FOLDER/campaign.toml, and FOLDER/PROGRAM-SERIES with bin, lib, files, and
// bug-N.schedule, .output and .txt for each bug. Schedules are replayed there.
Result<ExportDone> export_campaign(store::Database& database, const store::Patience& patience,
                                   const campaigns::CampaignInfo& campaign, const host::OutputFolder& folder,
                                   bool programs);

}  // namespace heddle::sessions
