// heddle campaign: many programs, many workers, one store.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>

#include "campaigns/create.h"
#include "campaigns/description.h"
#include "campaigns/schema.h"
#include "cli/campaign_arguments.h"
#include "cli/command.h"
#include "cli/values.h"
#include "host/output_folder.h"
#include "process/process_pool.h"
#include "report/model/text.h"
#include "sessions/campaign_pack.h"
#include "sessions/campaign_store.h"
#include "sessions/campaign_worker.h"
#include "sessions/terminal.h"
#include "store/migrations.h"
#include "store/open.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

struct CreateArguments : StoreArguments {
  std::string file;
  std::string signatures;
};

Result<report::KnownBugs> known_bugs_of(const campaigns::CampaignDescription& campaign,
                                        const std::string& folder) {
  if (campaign.known.empty()) return report::KnownBugs();
  const std::string path = (fs::path(folder) / campaign.known).string();
  const Result<std::string> text = host::read_file(path);
  if (!text) return Error{text.error()};
  Result<report::KnownBugs> known = report::KnownBugs::parse(*text);
  if (!known) return Error{path + " " + known.error()};
  return known;
}

void print_series(const campaigns::CreatedSeries& series) {
  std::printf("  %s: series %llu%s, %s to explore\n", report::visible(series.program).c_str(),
              static_cast<unsigned long long>(series.number), series.is_new ? "" : " goes on",
              report::counted(series.cells, "cell").c_str());
}

int create(const CreateArguments& arguments) {
  const Result<std::string> text = host::read_file(arguments.file);
  if (!text) return complain(kWrongUse, text.error());
  const Result<campaigns::CampaignDescription> campaign = campaigns::parse_campaign(*text, arguments.file);
  if (!campaign) return complain(kWrongUse, campaign.error());
  for (const campaigns::ProgramDescription& program : campaign->programs)
    if (const Result<HuntSetUp> set_up = read_campaign_options(program.options); !set_up)
      return complain(kWrongUse, arguments.file + ": program '" + program.name + "': " + set_up.error());
  const std::string folder = fs::absolute(arguments.file).parent_path().string();
  const Result<report::KnownBugs> known = known_bugs_of(*campaign, folder);
  if (!known) return complain(kWrongUse, known.error());

  watch_for_interrupts();
  const store::Patience patience{10, interrupted};
  const Result<store::Location> location = find_store(arguments.store);
  if (!location) return complain(kWrongUse, location.error());
  const Result<std::unique_ptr<store::Database>> database = store::open(*location, true, patience);
  if (!database) return complain(kNotControlled, database.error());
  if (const Result<bool> migrated = store::migrate(**database, campaigns::all_migrations(), patience);
      !migrated)
    return complain(kNotControlled, migrated.error());
  std::vector<campaigns::PackedProgram> programs;
  for (const campaigns::ProgramDescription& each : campaign->programs) {
    if (interrupted()) return kInterrupted;
    Result<campaigns::PackedProgram> packed = pack_program(**database, patience, each, folder);
    if (!packed) return complain(kNotControlled, packed.error());
    programs.push_back(std::move(*packed));
  }
  const Result<std::vector<campaigns::CreatedSeries>> created =
      campaigns::create_campaign(**database, patience, *campaign, *text, programs, *known);
  if (!created) return complain(kNotControlled, created.error());
  std::printf("Campaign %s in %s\n", campaign->name.c_str(), location->shown().c_str());
  for (const campaigns::CreatedSeries& series : *created) print_series(series);
  if (!arguments.signatures.empty()) {
    if (const Result<bool> written = host::write_file(arguments.signatures, signature_lines(programs));
        !written)
      return complain(kNotControlled, written.error());
    std::printf("Written: %s, for 'heddle campaign work --signatures'\n", arguments.signatures.c_str());
  }
  return kSuccess;
}

struct WorkArguments : StoreArguments {
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool trust = false;
  std::string signatures;
  std::string cache;
  std::string patience = "10m";
  bool quiet = false;
};

int tell_done(const WorkDone& done, bool quiet) {
  if (!quiet) {
    std::printf("%s of work done, %s", report::counted(done.units, "unit").c_str(),
                report::counted(done.executions, "execution").c_str());
    if (done.lost != 0)
      std::printf("; %s done by others meanwhile", report::counted(done.lost, "unit").c_str());
    std::printf("\n");
  }
  if (interrupted()) return kInterrupted;
  return done.problems.empty() ? kSuccess : kNotControlled;
}

// "units executions lost problems"
std::string as_message(const WorkDone& done) {
  return std::to_string(done.units) + " " + std::to_string(done.executions) + " " +
         std::to_string(done.lost) + " " + std::to_string(done.problems.size());
}

int work_in_processes(const WorkOptions& options, unsigned jobs, bool quiet) {
  WorkDone all;
  bool failed = false;
  process::ProcessPool pool;
  pool.at_a_time = jobs;
  pool.stopping = process::Stopping::kAsk;
  pool.stop = interrupted;
  pool.work = [&options](std::size_t job, const process::ProcessPool::Say& say) -> Result<bool> {
    const Result<WorkDone> done = work_on_campaign(options, static_cast<unsigned>(job + 1));
    if (!done) return Error{done.error()};
    say(as_message(*done));
    return true;
  };
  pool.said = [&all](std::size_t, const std::string& message) {
    unsigned long long units = 0, executions = 0, lost = 0, problems = 0;
    if (std::sscanf(message.c_str(), "%llu %llu %llu %llu", &units, &executions, &lost, &problems) != 4)
      return;
    all.units += units;
    all.executions += executions;
    all.lost += lost;
    if (problems != 0) all.problems.emplace_back();
  };
  pool.ended = [&failed](std::size_t job, const process::JobEnd& end) {
    if (end.is_success()) return;
    failed = true;
    std::fprintf(stderr, "heddle: worker %zu: %s\n", job + 1,
                 end.problem.empty() ? "it was ended" : end.problem.c_str());
  };
  pool.run(jobs);
  const int status = tell_done(all, quiet);
  return status == kSuccess && failed ? static_cast<int>(kNotControlled) : status;
}

int work(const WorkArguments& arguments) {
  if (!arguments.trust && arguments.signatures.empty())
    return complain(
        kWrongUse,
        "the programs of a store were put there by whoever can write to it, and would run as you. If you "
        "trust them all, say --trust; otherwise --signatures FILE, which 'heddle campaign create "
        "--signatures FILE' writes");
  WorkOptions options;
  if (!arguments.signatures.empty()) {
    Result<std::set<std::string>> signatures = read_signatures(arguments.signatures);
    if (!signatures) return complain(kWrongUse, signatures.error());
    options.signatures = std::move(*signatures);
  }
  options.patience = parse_duration(arguments.patience);
  options.campaign = arguments.campaign;
  options.cache = arguments.cache.empty() ? usual_campaign_cache() : fs::absolute(arguments.cache).string();
  options.quiet = arguments.quiet;
  options.read_options = read_campaign_options;
  Result<store::Location> location = find_store(arguments.store);
  if (!location) return complain(kWrongUse, location.error());
  options.store = std::move(*location);
  watch_for_interrupts();
  if (arguments.jobs > 1) return work_in_processes(options, arguments.jobs, arguments.quiet);
  const Result<WorkDone> done = work_on_campaign(options, 1);
  if (!done) return complain(kNotControlled, done.error());
  return tell_done(*done, arguments.quiet);
}

}  // namespace

CampaignVerb add_campaign_create(CLI::App& campaign) {
  CLI::App* app =
      campaign.add_subcommand("create", "Put a campaign into a store, or bring it up to date there");
  auto arguments = std::make_shared<CreateArguments>();
  app->add_option("FILE", arguments->file, "its description in TOML (docs/campaigns.md)")->required();
  add_store_options(*app, *arguments, false);
  app->add_option(
      "--signatures", arguments->signatures,
      "write a file with the SHA-256 of every packed file, for workers that do not trust the store");
  return {app, [arguments] { return create(*arguments); }};
}

CampaignVerb add_campaign_work(CLI::App& campaign) {
  CLI::App* app = campaign.add_subcommand("work", "Work on a campaign until nothing is left to do");
  auto arguments = std::make_shared<WorkArguments>();
  add_store_options(*app, *arguments, true);
  app->add_option("--jobs", arguments->jobs, "number of worker processes (default: the number of cores)")
      ->check(positive());
  app->add_flag("--trust", arguments->trust,
                "run the programs that the store has, whatever they are, as this user");
  app->add_option("--signatures", arguments->signatures,
                  "run only programs whose files are listed in this file");
  app->add_option("--cache", arguments->cache,
                  "folder for programs from the store (default: heddle/campaigns in ~/.cache)");
  app->add_option("--patience", arguments->patience, "how long to wait for a store that is away")
      ->capture_default_str();
  app->add_flag("--quiet", arguments->quiet, "no lines about units");
  return {app, [arguments] { return work(*arguments); }};
}

Verb add_campaign(CLI::App& application) {
  CLI::App* app = application.add_subcommand(
      "campaign", "Explore many programs with many workers, on one machine or many");
  app->require_subcommand(1);
  auto verbs = std::make_shared<std::vector<CampaignVerb>>(std::vector<CampaignVerb>{
      add_campaign_create(*app), add_campaign_work(*app), add_campaign_status(*app), add_campaign_bugs(*app),
      add_campaign_compare(*app), add_campaign_report(*app), add_campaign_export(*app),
      add_campaign_submit(*app)});
  app->footer(
      "A URL with a password belongs into the environment variable HEDDLE_STORE; on the command line it is "
      "refused.\n\n"
      "Exit status: 0 done, 1 'compare' found a new bug, 2 usage error, 3 the store or a program could not "
      "be used, 130 "
      "interrupted.\n\n"
      "Examples:\n"
      "  heddle campaign create nightly.toml\n"
      "  heddle campaign work --trust\n"
      "  heddle campaign status\n"
      "  heddle campaign bugs");
  return {app, [verbs] {
            for (const CampaignVerb& verb : *verbs)
              if (verb.app->parsed()) return verb.run();
            return static_cast<int>(kWrongUse);
          }};
}

}  // namespace heddle::cli
