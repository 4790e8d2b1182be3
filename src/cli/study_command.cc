// heddle study: the papers' experiments.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/command.h"
#include "cli/studies.h"
#include "cli/study_session.h"
#include "cli/values.h"
#include "report/model/text.h"
#include "study/rpro/rpro_study.h"
#include "study/rpro/rpro_tables.h"
#include "study/strategies/strategies_study.h"
#include "study/strategies/strategies_tables.h"
#include "study/tsa/tsa_study.h"
#include "study/tsa/tsa_tables.h"

namespace heddle::cli {

namespace {

struct RproArguments : StudyArguments {
  bool full_sweep = false;
};

struct StrategiesArguments : StudyArguments {
  std::string strategies = std::string(study::kDefaultStrategies);
  std::uint64_t seeds = 20;
};

struct TsaArguments : StudyArguments {
  study::TsaStudyOptions options;
};

// The programs on the command line, otherwise those of the folder.
Result<std::vector<study::Subject>> strategies_subjects(const StrategiesArguments& arguments,
                                                        const std::vector<std::string>& programs) {
  std::vector<std::string> paths = programs;
  if (programs.empty()) {
    std::vector<std::string> names = study::programs_in(arguments.subjects);
    if (names.empty()) return nothing_in(arguments.subjects);
    for (const std::string& name : arguments.only)
      if (std::find(names.begin(), names.end(), name) == names.end()) return unknown_subject(name, names);
    if (!arguments.only.empty()) names = arguments.only;
    for (const std::string& name : names) paths.push_back(arguments.subjects + "/" + name);
  }
  std::vector<study::Subject> subjects;
  for (const std::string& path : paths) {
    Result<study::Subject> subject = study::open_subject(std::string(report::base_name(path)), path);
    if (!subject) return Error{subject.error()};
    subjects.push_back(std::move(*subject));
  }
  return subjects;
}

int run_rpro(const RproArguments& arguments) {
  // D1 and D2 are examples, which the paper did not measure.
  Result<std::vector<study::RproStudy::Entry>> entries =
      open_entries(study::deadlock_subjects(), arguments,
                   [](const study::DeadlockSubject& facts) { return facts.paper.has_value(); });
  if (!entries) return complain(kWrongUse, entries.error());
  Result<study::Laboratory> place = laboratory();
  if (!place) return complain(kNotControlled, place.error());
  // As in the paper, threads are switched at synchronisation only, and only deadlocks count.
  place->granularity = Granularity::kSync;
  place->deadlocks_only = true;
  study::RproOptions options;
  if (arguments.executions != 0) options.executions = arguments.executions;
  options.seed = arguments.seed;
  options.full_sweep = arguments.full_sweep;
  const study::RproStudy study(std::move(*entries), options);

  Result<std::unique_ptr<StudySession>> session = StudySession::open(arguments, *place);
  if (!session) return complain(kWrongUse, session.error());
  StudySession& s = **session;
  if (!s.prepare(study.measurements()) || !s.run(study.searches(s.cells()))) return s.interrupted();
  const std::vector<study::RproRow> rows = study.rows(s.cells());
  std::printf("%s\n%s\n", study::table2_text(rows).c_str(), study::table3_text(rows).c_str());
  s.write("rpro-table2.csv", study::table2_csv(rows));
  s.write("rpro-table3.csv", study::table3_csv(rows));
  s.write("rpro-figure7.csv", study::figure7_csv(rows));
  s.write("rpro-figure7.svg", study::figure7_svg(rows));
  s.write_page(study::rpro_page(rows));
  return s.finish();
}

int run_tsa(const TsaArguments& arguments) {
  Result<std::vector<study::TsaStudy::Entry>> entries =
      open_entries(study::sync_subjects(), arguments, [](const study::SyncSubject&) { return true; });
  if (!entries) return complain(kWrongUse, entries.error());
  Result<study::Laboratory> place = laboratory();
  if (!place) return complain(kNotControlled, place.error());
  study::TsaStudyOptions options = arguments.options;
  options.first_seed = arguments.seed;
  options.longest = std::max(options.longest, options.executions + options.window);
  place->coverage.metrics = bit_of(MetricKind::kSyncPairs);
  place->coverage.window_in_executions = true;
  place->coverage.window = static_cast<double>(options.window);
  const study::TsaStudy study(std::move(*entries), options);

  Result<std::unique_ptr<StudySession>> session = StudySession::open(arguments, *place);
  if (!session) return complain(kWrongUse, session.error());
  StudySession& s = **session;
  if (!s.prepare(study.estimations()) || !s.run(study.searches(s.cells()))) return s.interrupted();
  const std::vector<study::TsaRow> rows = study.rows(s.cells());
  std::printf("%s\n", study::tsa_text(rows, options).c_str());
  s.write("tsa-study1.csv", study::study1_csv(rows));
  s.write("tsa-study2.csv", study::study2_csv(rows));
  s.write("tsa-study3.csv", study::study3_csv(rows));
  s.write("tsa-figure4.svg", study::figure4_svg(rows));
  s.write("tsa-figure5.svg", study::figure5_svg(rows));
  s.write_page(study::tsa_page(rows, options));
  return s.finish();
}

int run_strategies(const StrategiesArguments& arguments, const std::vector<std::string>& programs) {
  Result<std::vector<std::string>> strategies = study::split_strategies(arguments.strategies);
  if (!strategies) return complain(kWrongUse, strategies.error());
  Result<std::vector<study::Subject>> subjects = strategies_subjects(arguments, programs);
  if (!subjects) return complain(kWrongUse, subjects.error());
  Result<study::Laboratory> place = laboratory();
  if (!place) return complain(kNotControlled, place.error());
  const study::StrategiesStudy study(std::move(*subjects),
                                     {*strategies, arguments.executions, arguments.seed, arguments.seeds});

  Result<std::unique_ptr<StudySession>> session = StudySession::open(arguments, *place);
  if (!session) return complain(kWrongUse, session.error());
  StudySession& s = **session;
  if (!s.run(study.searches())) return s.interrupted();
  const study::StrategiesResult result = study.result(s.cells());
  std::printf("%s\n", study::strategies_text(result).c_str());
  s.write("strategies.csv", study::strategies_csv(result));
  s.write_page(study::strategies_page(result));
  return s.finish();
}

Runner add_rpro(CLI::App& study, const ProgramWords& programs) {
  CLI::App* app =
      study.add_subcommand("rpro", "How often PCT and RPro trigger ten deadlocks, and at which radius");
  auto arguments = std::make_shared<RproArguments>();
  app->add_option(
         "--executions", arguments->executions,
         "executions of every search; the paper has 10000 (default: at most 10000, fewer for long programs)")
      ->check(positive());
  app->add_option("--seed", arguments->seed, "the seed of all randomness")->capture_default_str();
  app->add_flag("--full-sweep", arguments->full_sweep, "every radius to 150 or 300, not a sample of them");
  add_study_options(*app, *arguments);
  app->footer(
      "Tables 2 and 3 and Figure 7 of 'Radius Aware Probabilistic Testing of Deadlocks with Guarantees', "
      "with the\n"
      "paper's figures beside those of this machine.\n\n" +
      std::string(kGoesOn) +
      "Examples:\n"
      "  heddle study rpro\n"
      "  heddle study rpro --executions 10000 --only hawknl,sqlite --full-sweep");
  return [app, arguments, &programs] {
    if (!app->parsed()) return kNotThisOne;
    return programs.separated ? refuse_programs() : run_rpro(*arguments);
  };
}

Runner add_tsa(CLI::App& study, const ProgramWords& programs) {
  CLI::App* app = study.add_subcommand(
      "tsa", "How many synchronization pairs tsa, tsa-h and random delays cover, and how soon");
  auto arguments = std::make_shared<TsaArguments>();
  study::TsaStudyOptions& options = arguments->options;
  app->add_option("--runs", options.runs, "runs of each strategy; the paper has 30")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--executions", options.executions, "executions after which coverage is compared (Study 1)")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--window", options.window,
                  "saturated when coverage has not grown for N executions (Study 2; the paper: 120 s)")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--longer-search", options.longer_search,
                  "executions of the search for pairs that were estimated but not covered (Study 3)")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--seed", arguments->seed, "the first of the seeds")->capture_default_str();
  add_study_options(*app, *arguments);
  app->footer(
      "Studies 1 to 4 of 'Testing Concurrent Programs to Achieve High Synchronization Coverage', with the "
      "paper's\n"
      "figures beside those of this machine.\n\n" +
      std::string(kGoesOn) +
      "Examples:\n"
      "  heddle study tsa\n"
      "  heddle study tsa --runs 30 --only arraylist-1,pool");
  return [app, arguments, &programs] {
    if (!app->parsed()) return kNotThisOne;
    return programs.separated ? refuse_programs() : run_tsa(*arguments);
  };
}

Runner add_strategies_study(CLI::App& study, const ProgramWords& programs) {
  CLI::App* app =
      study.add_subcommand("strategies", "How many executions each strategy needs to find each bug");
  auto arguments = std::make_shared<StrategiesArguments>();
  arguments->executions = 10'000;
  app->add_option("--strategies", arguments->strategies,
                  "names, or NAME:key=value,...; separated by spaces or ';'")
      ->capture_default_str();
  app->add_option("--seeds", arguments->seeds, "number of searches with each strategy")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--executions", arguments->executions, "at most N executions for each search")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--seed", arguments->seed, "the first of the seeds")->capture_default_str();
  add_study_options(*app, *arguments);
  app->footer(
      "The programs are those of --subjects without the repaired ones (NAME-fixed), or those after "
      "'--'.\n\n" +
      std::string(kGoesOn) +
      "Examples:\n"
      "  heddle study strategies --only d1,d2,sqlite\n"
      "  heddle study strategies --strategies 'random;pct:depth=2;auto' --seeds 100 -- ./bank ./queue");
  return [app, arguments, &programs] {
    return app->parsed() ? run_strategies(*arguments, programs.words) : kNotThisOne;
  };
}

}  // namespace

Verb add_study(CLI::App& application, const ProgramWords& programs) {
  CLI::App* app =
      application.add_subcommand("study", "Repeat the papers' experiments: tables, CSV and plots");
  const std::vector<Runner> studies{add_rpro(*app, programs),       add_tsa(*app, programs),
                                    add_hars_study(*app, programs), add_contest_study(*app, programs),
                                    add_atg_study(*app, programs),  add_strategies_study(*app, programs)};
  app->footer(
      "Example:\n  heddle study rpro --only hawknl,sqlite\n'heddle study NAME --help' has the details.");
  app->allow_extras();  // an unknown study is told of below
  return {app, [app, studies] {
            for (const Runner& each : studies)
              if (const int status = each(); status >= 0) return status;
            const std::vector<std::string> others = app->remaining();
            return complain(
                kWrongUse,
                (others.empty() ? "which study?" : "there is no study '" + others.front() + "'.") +
                    " There are: rpro, tsa, hars, bc-contest, atg, strategies.\nTry 'heddle study --help'.");
          }};
}

}  // namespace heddle::cli
