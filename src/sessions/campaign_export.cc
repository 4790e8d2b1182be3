#include "sessions/campaign_export.h"

#include <filesystem>
#include <map>

#include "campaigns/campaign_text.h"
#include "campaigns/names.h"
#include "report/formats/known_bugs.h"
#include "report/model/run_description.h"
#include "report/model/text.h"
#include "sessions/campaign_pack.h"

namespace heddle::sessions {

namespace {

namespace fs = std::filesystem;

class Exporter {
 public:
  Exporter(store::Database& database, const store::Patience& patience,
           const campaigns::CampaignInfo& campaign, const host::OutputFolder& folder, bool programs)
      : database_(database),
        patience_(patience),
        views_(database, patience),
        campaign_(campaign),
        folder_(folder),
        with_programs_(programs) {}

  Result<ExportDone> run() {
    const auto series = views_.series(campaign_.id);
    if (!series) return Error{series.error()};
    for (const campaigns::SeriesInfo& each : *series) series_[each.id] = each;
    const auto bugs = views_.bugs(campaign_.id);
    if (!bugs) return Error{bugs.error()};
    for (const campaigns::BugInfo& bug : *bugs)
      if (const Result<bool> written = put(bug); !written) return Error{written.error()};
    const auto cells = views_.cells(campaign_.id);
    if (!cells) return Error{cells.error()};
    const auto workers = views_.workers(campaign_.id);
    if (!workers) return Error{workers.error()};
    if (Result<bool> written =
            folder_.write("campaign.json", campaign_json(campaign_, *series, *cells, *bugs, *workers));
        !written)
      return Error{written.error()};
    if (Result<bool> written = folder_.write("campaign.toml", campaign_.description); !written)
      return Error{written.error()};
    return done_;
  }

 private:
  Result<bool> put(const campaigns::BugInfo& bug) {
    const auto evidence = views_.evidence(bug.id);
    if (!evidence) return Error{evidence.error()};
    if (!*evidence) return true;
    const auto found = series_.find((*evidence)->series);
    if (found == series_.end()) return Error{"the store is damaged: a bug is of no series"};
    const Result<std::string> name = put_series(found->second);
    if (!name) return Error{name.error()};
    const std::string file = *name + "/bug-" + std::to_string(bug.id);
    const std::string output((*evidence)->output.begin(), (*evidence)->output.end());
    const std::pair<const char*, const std::string*> parts[] = {
        {".schedule", &(*evidence)->schedule}, {".output", &output}, {".txt", &(*evidence)->report}};
    for (const auto& [ending, text] : parts)
      if (Result<bool> written = host::write_file(folder_.file(file + ending), *text); !written)
        return written;
    ++done_.bugs;
    return true;
  }

  // The folder's name.
  Result<std::string> put_series(const campaigns::SeriesInfo& series) {
    const std::string name = series.program + "-" + std::to_string(series.number);
    if (!campaigns::is_safe_path(name) || name.find('/') != std::string::npos)
      return Error{"the store is damaged: a program is called '" + report::visible(series.program) + "'"};
    std::error_code error;
    if (fs::exists(folder_.file(name), error)) return name;
    ++done_.programs;
    if (!with_programs_) {
      fs::create_directories(folder_.file(name), error);
      return name;
    }
    const auto files = views_.packed(series.id);
    if (!files) return Error{files.error()};
    if (Result<bool> unpacked = unpack_series(database_, patience_, *files, folder_.file(name), nullptr);
        !unpacked)
      return Error{unpacked.error()};
    return name;
  }

  store::Database& database_;
  const store::Patience& patience_;
  campaigns::Views views_;
  const campaigns::CampaignInfo& campaign_;
  const host::OutputFolder& folder_;
  bool with_programs_;
  std::map<std::uint64_t, campaigns::SeriesInfo> series_;
  ExportDone done_;
};

}  // namespace

Result<ExportDone> export_campaign(store::Database& database, const store::Patience& patience,
                                   const campaigns::CampaignInfo& campaign, const host::OutputFolder& folder,
                                   bool programs) {
  return Exporter(database, patience, campaign, folder, programs).run();
}

}  // namespace heddle::sessions
