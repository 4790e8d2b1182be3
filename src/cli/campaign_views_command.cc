// The verbs of heddle campaign that read a store, and what starts workers elsewhere.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "campaigns/campaign_page.h"
#include "campaigns/campaign_text.h"
#include "campaigns/compared.h"
#include "campaigns/submission.h"
#include "cli/campaign_arguments.h"
#include "cli/command.h"
#include "cli/values.h"
#include "host/output_folder.h"
#include "process/child.h"
#include "report/model/text.h"
#include "sessions/campaign_export.h"
#include "sessions/campaign_store.h"
#include "sessions/report_page.h"

namespace heddle::cli {

namespace {

struct StatusArguments : StoreArguments {
  bool all = false;
  bool json = false;
};

int status(const StatusArguments& arguments) {
  const Result<OpenCampaign> open = open_campaign(arguments);
  if (!open) return complain(kNotControlled, open.error());
  campaigns::Views views(*open->database, {});
  const auto cells = views.cells(open->campaign.id);
  if (!cells) return complain(kNotControlled, cells.error());
  const auto workers = views.workers(open->campaign.id);
  if (!workers) return complain(kNotControlled, workers.error());
  if (!arguments.json) {
    std::fputs(status_text(open->campaign, *cells, *workers, arguments.all).c_str(), stdout);
    return kSuccess;
  }
  const auto series = views.series(open->campaign.id);
  if (!series) return complain(kNotControlled, series.error());
  const auto bugs = views.bugs(open->campaign.id);
  if (!bugs) return complain(kNotControlled, bugs.error());
  std::fputs(campaign_json(open->campaign, *series, *cells, *bugs, *workers).c_str(), stdout);
  return kSuccess;
}

struct BugsArguments : StoreArguments {
  std::uint64_t show = 0;
};

int show_bug(campaigns::Views& views, const std::vector<campaigns::BugInfo>& bugs, std::uint64_t id) {
  for (const campaigns::BugInfo& bug : bugs) {
    if (bug.id != id) continue;
    const auto evidence = views.evidence(id);
    if (!evidence) return complain(kNotControlled, evidence.error());
    std::fputs(
        *evidence ? report::visible_lines((*evidence)->report).c_str() : "The store has no report of it.\n",
        stdout);
    return kSuccess;
  }
  return complain(kWrongUse, "the campaign has no bug " + std::to_string(id));
}

int bugs(const BugsArguments& arguments) {
  const Result<OpenCampaign> open = open_campaign(arguments);
  if (!open) return complain(kNotControlled, open.error());
  campaigns::Views views(*open->database, {});
  const auto found = views.bugs(open->campaign.id);
  if (!found) return complain(kNotControlled, found.error());
  if (arguments.show != 0) return show_bug(views, *found, arguments.show);
  std::fputs(bugs_text(open->campaign, *found).c_str(), stdout);
  return kSuccess;
}

struct CompareArguments : StoreArguments {
  std::string program;
  std::uint64_t before = 0, after = 0;
};

int compare_series(const CompareArguments& arguments) {
  const Result<OpenCampaign> open = open_campaign(arguments);
  if (!open) return complain(kNotControlled, open.error());
  campaigns::Views views(*open->database, {});
  const auto compared =
      campaigns::compare(views, open->campaign.id, arguments.program, arguments.before, arguments.after);
  if (!compared) return complain(kWrongUse, compared.error());
  std::fputs(comparison_text(*compared).c_str(), stdout);
  for (const campaigns::Comparison& each : *compared)
    for (const campaigns::BugInfo& bug : each.appeared)
      if (!bug.known) return kBugFound;
  return kSuccess;
}

struct CampaignReportArguments : StoreArguments {
  std::string out = "campaign.html";
  bool open = false;
};

Result<campaigns::PageData> page_data(campaigns::Views& views, const campaigns::CampaignInfo& campaign) {
  campaigns::PageData data;
  data.campaign = campaign;
  std::string error;
  const auto put = [&error](auto& target, auto result) {
    if (result)
      target = std::move(*result);
    else if (error.empty())
      error = result.error();
  };
  put(data.cells, views.cells(campaign.id));
  put(data.bugs, views.bugs(campaign.id));
  put(data.workers, views.workers(campaign.id));
  put(data.executions_over_time, views.executions_over_time(campaign.id));
  put(data.bugs_over_time, views.bugs_over_time(campaign.id));
  put(data.coverage_over_time, views.coverage_over_time(campaign.id));
  for (const campaigns::BugInfo& bug : data.bugs) {
    std::optional<campaigns::Evidence> evidence;
    put(evidence, views.evidence(bug.id));
    data.reports.push_back(evidence ? evidence->report : std::string());
  }
  if (!error.empty()) return Error{error};
  return data;
}

int campaign_report_page(const CampaignReportArguments& arguments) {
  const Result<OpenCampaign> open = open_campaign(arguments);
  if (!open) return complain(kNotControlled, open.error());
  campaigns::Views views(*open->database, {});
  const Result<campaigns::PageData> data = page_data(views, open->campaign);
  if (!data) return complain(kNotControlled, data.error());
  const std::string page = campaign_page(*data);
  if (const Result<bool> written = host::write_file(arguments.out, page); !written)
    return complain(kWrongUse, written.error());
  std::printf("%s: %zu KB, %s\n", arguments.out.c_str(), (page.size() + 1023) / 1024,
              report::counted(data->bugs.size(), "bug").c_str());
  if (!arguments.open) return kSuccess;
  const Result<bool> opened = open_page(arguments.out);
  return opened ? kSuccess : complain(kSuccess, opened.error());
}

struct ExportArguments : StoreArguments {
  std::string out = "heddle-campaign";
  bool no_programs = false;
};

int export_results(const ExportArguments& arguments) {
  const Result<OpenCampaign> open = open_campaign(arguments);
  if (!open) return complain(kNotControlled, open.error());
  const Result<host::OutputFolder> folder = host::OutputFolder::prepare(arguments.out);
  if (!folder) return complain(kWrongUse, folder.error());
  const Result<ExportDone> done =
      export_campaign(*open->database, {}, open->campaign, *folder, !arguments.no_programs);
  if (!done) return complain(kNotControlled, done.error());
  std::printf("%s: %s of %s\n", arguments.out.c_str(), report::counted(done->bugs, "bug").c_str(),
              report::counted(done->programs, "program").c_str());
  if (done->bugs != 0 && !arguments.no_programs)
    std::printf("Replay one: heddle replay %s/PROGRAM-SERIES/bug-N.schedule\n",
                report::shell_quoted(arguments.out).c_str());
  return kSuccess;
}

struct SubmitArguments : StoreArguments {
  bool slurm = false;
  bool kubernetes = false;
  bool dry_run = false;
  std::string write;
  campaigns::Submission submission;
};

// sbatch reads the script from its standard input; HEDDLE_STORE is in its environment, and not in its
// arguments.
int run_sbatch(const std::string& script) {
  const Result<process::Descriptor> input = process::make_memory_file("heddle-slurm", script);
  if (!input) return complain(kNotControlled, input.error());
  process::ChildOptions options;
  options.words = {"sbatch"};
  options.search_path = true;
  options.input = process::Stream::to(*input);
  Result<process::Child> child = process::Child::start(options);
  if (!child)
    return complain(kNotControlled,
                    "cannot start sbatch (" + child.error() +
                        "): is this a machine from which jobs are submitted? --write FILE writes the "
                        "script for another one");
  const process::Ending ending = child->wait();
  return ending.is_success() ? kSuccess : complain(kNotControlled, "sbatch refused the job; see above");
}

int submit(const SubmitArguments& arguments) {
  if (arguments.slurm == arguments.kubernetes) return complain(kWrongUse, "say --slurm or --kubernetes");
  campaigns::Submission submission = arguments.submission;
  submission.campaign = arguments.campaign;
  if (submission.campaign.empty()) return complain(kWrongUse, "which campaign? --campaign NAME");
  if (!campaigns::is_memory(submission.memory))
    return complain(kWrongUse, "--memory is 512M, 2G and the like");
  const char* url = std::getenv(kStoreVariable);
  std::string text;
  if (arguments.slurm) {
    text = slurm_script(submission);
  } else {
    const Result<std::string> manifest = kubernetes_manifest(submission);
    if (!manifest) return complain(kWrongUse, manifest.error());
    text = *manifest;
  }
  if (!arguments.write.empty()) {
    if (const Result<bool> written = host::write_file(arguments.write, text); !written)
      return complain(kWrongUse, written.error());
    return kSuccess;
  }
  if (arguments.kubernetes || arguments.dry_run) {
    std::fputs(text.c_str(), stdout);
    return kSuccess;
  }
  if (url == nullptr || *url == '\0')
    return complain(kWrongUse,
                    "the environment variable HEDDLE_STORE is not set: workers on other machines take the "
                    "store's URL from it");
  return run_sbatch(text);
}

}  // namespace

CampaignVerb add_campaign_status(CLI::App& campaign) {
  CLI::App* app = campaign.add_subcommand("status", "How far a campaign is, and who works on it");
  auto arguments = std::make_shared<StatusArguments>();
  add_store_options(*app, *arguments, true);
  app->add_flag("--all", arguments->all, "all workers, those that ended, too");
  app->add_flag("--json", arguments->json, "everything, for programs");
  return {app, [arguments] { return status(*arguments); }};
}

CampaignVerb add_campaign_bugs(CLI::App& campaign) {
  CLI::App* app = campaign.add_subcommand("bugs", "What a campaign has found, and who saw it first");
  auto arguments = std::make_shared<BugsArguments>();
  add_store_options(*app, *arguments, true);
  app->add_option("--show", arguments->show, "the whole report of bug N")->check(positive());
  return {app, [arguments] { return bugs(*arguments); }};
}

CampaignVerb add_campaign_compare(CLI::App& campaign) {
  CLI::App* app = campaign.add_subcommand(
      "compare", "Which bugs are new, gone and still there since a program was built again");
  auto arguments = std::make_shared<CompareArguments>();
  add_store_options(*app, *arguments, true);
  app->add_option("--program", arguments->program, "one program (default: all that have two series)");
  app->add_option("--before", arguments->before, "number of the earlier series (default: the last but one)")
      ->check(positive());
  app->add_option("--after", arguments->after, "number of the later series (default: the last)")
      ->check(positive());
  return {app, [arguments] { return compare_series(*arguments); }};
}

CampaignVerb add_campaign_report(CLI::App& campaign) {
  CLI::App* app = campaign.add_subcommand(
      "report", "Write a page with a campaign's progress, bugs and coverage over time, and workers");
  auto arguments = std::make_shared<CampaignReportArguments>();
  add_store_options(*app, *arguments, true);
  app->add_option("--out", arguments->out, "the page's file")->capture_default_str();
  app->add_flag("--open", arguments->open, "open it in a browser");
  return {app, [arguments] { return campaign_report_page(*arguments); }};
}

CampaignVerb add_campaign_export(CLI::App& campaign) {
  CLI::App* app = campaign.add_subcommand(
      "export", "Write the bugs with their schedules and programs, and all figures, to a folder");
  auto arguments = std::make_shared<ExportArguments>();
  add_store_options(*app, *arguments, true);
  app->add_option("--out", arguments->out, "folder for it; an earlier one becomes NAME.old")
      ->capture_default_str();
  app->add_flag("--no-programs", arguments->no_programs,
                "without the programs: schedules are replayed with --program");
  return {app, [arguments] { return export_results(*arguments); }};
}

CampaignVerb add_campaign_submit(CLI::App& campaign) {
  CLI::App* app =
      campaign.add_subcommand("submit", "Start workers by Slurm, or write a manifest for Kubernetes");
  auto arguments = std::make_shared<SubmitArguments>();
  campaigns::Submission& s = arguments->submission;
  app->add_flag("--slurm", arguments->slurm,
                "submit an array job; the store's URL is taken from HEDDLE_STORE");
  app->add_flag("--kubernetes", arguments->kubernetes, "print the manifest of an Indexed Job");
  app->add_option("--campaign", arguments->campaign, "its name");
  app->add_option("--workers", s.workers, "tasks of the array, or pods")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--jobs", s.jobs, "worker processes of each")->check(positive())->capture_default_str();
  app->add_option("--memory", s.memory, "of each")->capture_default_str();
  app->add_option("--time", s.time, "of Slurm: the limit of each task")->capture_default_str();
  app->add_option("--partition", s.partition, "of Slurm");
  app->add_option("--image", s.image, "of Kubernetes: a container image with heddle in it");
  app->add_option("--secret", s.secret, "of Kubernetes: the Secret whose key 'url' is the store's URL")
      ->capture_default_str();
  app->add_option("--heddle", s.heddle, "the command on the machine that works")->capture_default_str();
  app->add_option("--signatures", s.signatures,
                  "a file on the machine that works; without it, workers are told --trust");
  app->add_option("--write", arguments->write,
                  "write the script or manifest to this file, and submit nothing");
  app->add_flag("--dry-run", arguments->dry_run, "print the script, and submit nothing");
  return {app, [arguments] { return submit(*arguments); }};
}

}  // namespace heddle::cli
