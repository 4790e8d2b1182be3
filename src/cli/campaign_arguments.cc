#include "cli/campaign_arguments.h"

#include <algorithm>

#include "campaigns/schema.h"
#include "cli/hunt_arguments.h"
#include "sessions/campaign_store.h"
#include "store/migrations.h"
#include "store/open.h"

namespace heddle::cli {

void add_store_options(CLI::App& app, StoreArguments& arguments, bool names_campaign) {
  app.add_option(
      "--store", arguments.store,
      "where the campaign is kept: a file for SQLite, or postgresql://user@host/database; otherwise what "
      "the environment variable HEDDLE_STORE says (default: heddle-campaign.sqlite)");
  if (names_campaign)
    app.add_option("--campaign", arguments.campaign, "its name, where the store has several");
}

Result<OpenCampaign> open_campaign(const StoreArguments& arguments) {
  const Result<store::Location> location = sessions::find_store(arguments.store);
  if (!location) return Error{location.error()};
  const store::Patience patience;
  Result<std::unique_ptr<store::Database>> database = store::open(*location, false, patience);
  if (!database) return Error{database.error()};
  if (const Result<bool> checked = store::check_schema(**database, campaigns::all_migrations(), patience);
      !checked)
    return Error{checked.error()};
  Result<campaigns::CampaignInfo> campaign =
      campaigns::Views(**database, patience).campaign(arguments.campaign);
  if (!campaign) return Error{campaign.error()};
  return OpenCampaign{std::move(*database), std::move(*campaign)};
}

Result<sessions::HuntSetUp> read_campaign_options(const std::vector<std::string>& words) {
  CLI::App app;
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  HuntArguments arguments;
  int expected_exit = 0;
  add_hunt_options(app, arguments, {});
  app.add_option("--expect-exit", expected_exit);
  for (const char* name :
       {"--out", "--json", "--config", "--quiet", "--verbose", "--suppressions", "--time", "--no-shrink"}) {
    const CLI::Option* option = app.get_option_no_throw(name);
    const std::string word(name);
    if (option != nullptr && std::any_of(words.begin(), words.end(), [&word](const std::string& each) {
          return each == word || each.starts_with(word + "=");
        }))
      return Error{"a campaign's program has no option '" + word.substr(2) + "'"};
  }
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(reversed);
    sessions::HuntSetUp set_up;
    set_up.options = hunt_options(arguments, host::kAnyTime);
    set_up.options.search.execution.expected_exit = expected_exit;
    set_up.places = place_choices(arguments);
    set_up.surroundings = surroundings(arguments);
    return set_up;
  } catch (const CLI::ParseError& error) {
    return Error{error.what()};
  }
}

}  // namespace heddle::cli
