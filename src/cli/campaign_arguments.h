// What the verbs of heddle campaign share.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>

#include "campaigns/views.h"
#include "event/result.h"
#include "sessions/campaign_unit.h"
#include "store/database.h"

namespace heddle::cli {

struct StoreArguments {
  std::string store;
  std::string campaign;
};

void add_store_options(CLI::App& app, StoreArguments& arguments, bool names_campaign);

struct OpenCampaign {
  std::unique_ptr<store::Database> database;
  campaigns::CampaignInfo campaign;
};
// For those who read.
Result<OpenCampaign> open_campaign(const StoreArguments& arguments);

// Of a campaign's program: options of heddle run without those that the campaign decides.
Result<sessions::HuntSetUp> read_campaign_options(const std::vector<std::string>& words);

// A verb of `heddle campaign`, and what it does.
struct CampaignVerb {
  CLI::App* app;
  std::function<int()> run;
};
CampaignVerb add_campaign_create(CLI::App& campaign);
CampaignVerb add_campaign_work(CLI::App& campaign);
CampaignVerb add_campaign_status(CLI::App& campaign);
CampaignVerb add_campaign_bugs(CLI::App& campaign);
CampaignVerb add_campaign_compare(CLI::App& campaign);
CampaignVerb add_campaign_export(CLI::App& campaign);
CampaignVerb add_campaign_report(CLI::App& campaign);
CampaignVerb add_campaign_submit(CLI::App& campaign);

}  // namespace heddle::cli
