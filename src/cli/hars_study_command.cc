// heddle study hars.
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>

#include "cli/studies.h"
#include "cli/values.h"
#include "study/hars/hars_files.h"
#include "study/hars/hars_study.h"
#include "study/hars/hars_tables.h"
#include "study/strategies/strategies_study.h"

namespace heddle::cli {

namespace {

struct HarsArguments : StudyArguments {
  study::HarsOptions options;
  std::string strategies = fmt::format("{}", fmt::join(study::default_hars_strategies(), " "));
  bool list = false;
};

int list_subjects(const HarsArguments& arguments) {
  const auto path_of = [&](std::string_view name) {
    std::string path = arguments.subjects + "/" + std::string(name);
    return std::filesystem::exists(path) ? path : std::string();
  };
  std::fputs(study::hars_list_text(study::hars_subjects(), path_of).c_str(), stdout);
  return kSuccess;
}

void write_hars_results(StudySession& session, const study::HarsResult& result) {
  session.write("hars-table2.csv", study::hars_table2_csv(result));
  session.write("hars-table3.csv", study::hars_table3_csv(result));
  session.write("hars-ranks.csv", study::hars_ranks_csv(result));
  session.write("hars-figure3.csv", study::hars_figure3_csv(result));
  if (result.options.long_run != 0) session.write("hars-figure6.csv", study::hars_figure6_csv(result));
  if (result.options.sweep) session.write("hars-sweep.csv", study::hars_sweep_csv(result));
  session.write("hars.html", html_of(study::hars_page(result)));
  session.write_page(study::hars_page(result));
}

int run_hars(const HarsArguments& arguments) {
  Result<std::vector<std::string>> strategies = study::split_strategies(arguments.strategies);
  if (!strategies) return complain(kWrongUse, strategies.error());
  if (strategies->empty()) return complain(kWrongUse, "which strategies?");
  Result<std::vector<study::HarsStudy::Entry>> entries =
      open_entries(study::hars_subjects(), arguments, [](const study::HarsSubject&) { return true; });
  if (!entries) return complain(kWrongUse, entries.error());
  Result<study::Laboratory> place = laboratory();
  if (!place) return complain(kNotControlled, place.error());
  study::HarsOptions options = arguments.options;
  options.strategies = std::move(*strategies);
  options.first_seed = arguments.seed;
  place->coverage.metrics = bit_of(MetricKind::kPatterns);
  place->seconds = options.seconds;
  const study::HarsStudy study(std::move(*entries), options);

  Result<std::unique_ptr<StudySession>> session = StudySession::open(arguments, *place);
  if (!session) return complain(kWrongUse, session.error());
  StudySession& s = **session;
  if (!s.run(study.searches())) return s.interrupted();
  const study::HarsResult result = study.result(s.cells());
  std::printf("%s\n", study::sections_text(study::hars_sections(result)).c_str());
  write_hars_results(s, result);
  return s.finish();
}

void add_options(CLI::App& app, HarsArguments& arguments) {
  study::HarsOptions& options = arguments.options;
  app.add_flag("--list", arguments.list, "list the 45 programs and where they are; searches nothing");
  app.add_option("--strategies", arguments.strategies,
                 "names, or NAME:key=value,...; separated by spaces or ';'")
      ->capture_default_str();
  app.add_option("--repeat", options.repeat, "number of searches with each strategy; the paper has 100")
      ->check(positive())
      ->capture_default_str();
  app.add_option("--executions", options.executions, "at most N executions for each search to the first bug")
      ->check(positive())
      ->capture_default_str();
  app.add_option_function<std::string>(
         "--time", [&options](const std::string& text) { options.seconds = parse_duration(text); },
         "time limit of each search to the first bug: 30s, 5m, 1h")
      ->default_str("60s");
  app.add_option(
         "--long-run", options.long_run,
         "random executions that determine how many patterns there are (Figure 6); 0: without Figure 6")
      ->capture_default_str();
  app.add_option("--coverage-repeat", options.coverage_repeat,
                 "number of searches with each strategy for Figure 6")
      ->check(positive())
      ->capture_default_str();
  app.add_flag("--sweep", options.sweep, "also hars and ars with queues of 1 to 6 subtraces");
  app.add_option("--seed", arguments.seed, "the first of the seeds")->capture_default_str();
  add_study_options(app, arguments);
}

}  // namespace

Runner add_hars_study(CLI::App& study, const ProgramWords& programs) {
  CLI::App* app = study.add_subcommand(
      "hars", "How many executions and how much time hars and others need to the first bug of 45 programs");
  auto arguments = std::make_shared<HarsArguments>();
  add_options(*app, *arguments);
  app->footer(
      "Tables II and III and Figures 3 to 6 of 'HARS: Heuristic-Enhanced Adaptive Randomized Scheduling for\n"
      "Concurrency Testing', with the paper's figures beside those of this machine; hars.html shows all of "
      "it.\n\n" +
      std::string(kGoesOn) +
      "Examples:\n"
      "  heddle study hars --list\n"
      "  heddle study hars --repeat 100 --sweep\n"
      "  heddle study hars --only dekker,bakery --strategies 'hars ars random'");
  return [app, arguments, &programs] {
    if (!app->parsed()) return kNotThisOne;
    if (programs.separated) return refuse_programs();
    return arguments->list ? list_subjects(*arguments) : run_hars(*arguments);
  };
}

}  // namespace heddle::cli
