// heddle study bc-contest and heddle study atg: the experiments of the two papers about classes.
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "cli/studies.h"
#include "cli/values.h"
#include "host/output_folder.h"
#include "sessions/class_drivers.h"
#include "sessions/terminal.h"
#include "study/atg/atg_study.h"
#include "study/atg/atg_tables.h"
#include "study/contest/contest_study.h"
#include "study/contest/contest_tables.h"
#include "study/strategies/strategies_study.h"

namespace heddle::cli {

namespace {

struct ContestArguments : StudyArguments {
  study::ContestOptions options;
  std::string algorithms = fmt::format("{}", fmt::join(study::default_contest_algorithms(), " "));
  std::uint64_t schedules = 100;
  bool has_mutants = false;
};

struct AtgArguments : StudyArguments {
  study::AtgStudyOptions options;
};

bool is_wanted(const StudyArguments& arguments, std::string_view name) {
  return arguments.only.empty() || std::ranges::find(arguments.only, name) != arguments.only.end();
}

DriverOrder order_of(const study::ClassSource& source, const StudyArguments& arguments) {
  return {std::string(source.name),
          arguments.subjects + "/classes/" + std::string(source.header),
          std::string(source.class_name),
          {"-O1"}};
}

Result<bool> check_names(const StudyArguments& arguments, const std::vector<std::string>& known) {
  for (const std::string& name : arguments.only)
    if (std::ranges::find(known, name) == known.end()) return unknown_subject(name, known);
  return true;
}

// The drivers that a study needs, each once.
class DriverOrders {
 public:
  explicit DriverOrders(const StudyArguments& arguments) : arguments_(arguments) {}

  // Where it will be among the subjects.
  std::size_t add(const study::ClassSource& source) { return add(order_of(source, arguments_)); }

  // A mutant is judged by the structure that it was made from, which needs a driver, too.
  std::size_t add(const study::AtgMutant& mutant) {
    const study::ClassSource& structure = study::atg_structures()[mutant.structure].source;
    DriverOrder order = order_of(structure, arguments_);
    order.name = mutant.name;
    order.flags.push_back("-DHEDDLE_MUTANT=" + std::to_string(mutant.number));
    const std::size_t judge = add(structure);
    const std::size_t place = add(std::move(order));
    judges_[place] = judge;
    return place;
  }

  Result<std::vector<study::ClassSubject>> build() const {
    for (const DriverOrder& order : orders_)
      if (!std::filesystem::exists(order.header)) return nothing_in(arguments_.subjects);
    const Result<ToolPaths> paths = find_installation();
    if (!paths) return Error{paths.error()};
    if (Result<host::OutputFolder> folder = host::OutputFolder::keep(arguments_.out); !folder)
      return Error{folder.error()};
    watch_for_interrupts();
    Result<std::vector<study::ClassSubject>> subjects =
        build_drivers(orders_, arguments_.out + "/drivers", *paths, arguments_.jobs);
    if (!subjects) return subjects;
    for (const auto& [mutant, judge] : judges_) {
      (*subjects)[mutant].specification = (*subjects)[judge].driver;
      (*subjects)[mutant].races = Races::kIgnore;
    }
    return subjects;
  }

 private:
  std::size_t add(DriverOrder order) {
    const auto known = std::ranges::find(orders_, order.name, &DriverOrder::name);
    if (known != orders_.end()) return static_cast<std::size_t>(known - orders_.begin());
    orders_.push_back(std::move(order));
    return orders_.size() - 1;
  }

  const StudyArguments& arguments_;
  std::vector<DriverOrder> orders_;
  std::map<std::size_t, std::size_t> judges_;  // of the mutants, by place
};

int not_built(const std::string& problem) {
  if (!problem.empty()) return complain(kNotControlled, problem);
  std::printf("Interrupted; the same command continues from there.\n");
  return kInterrupted;
}

template <typename Study>
Result<std::unique_ptr<StudySession>> open_class_session(const StudyArguments& arguments, const Study& study,
                                                         study::ClassLaboratory laboratory) {
  const Result<study::Laboratory> place = cli::laboratory();
  if (!place) return Error{place.error()};
  laboratory.runtime_library = place->runtime_library;
  return StudySession::open(arguments,
                            [laboratory, &study](const study::CellGroup& group, const study::CellKey& key) {
                              return search_class_cell(laboratory, *study.find(*group.subject), key);
                            });
}

int run_contest(const ContestArguments& arguments) {
  const std::vector<std::string> algorithms = study::split_names(arguments.algorithms);
  if (algorithms.empty()) return complain(kWrongUse, "which algorithms?");
  for (const std::string& algorithm : algorithms)
    if (const auto parsed = classes::parse_algorithm(algorithm); !parsed)
      return complain(kWrongUse, parsed.error());
  std::vector<std::string> known;
  std::vector<study::ContestStudy::Entry> entries;
  std::vector<std::size_t> places;
  DriverOrders orders(arguments);
  const auto consider = [&](const study::ContestClass& facts, const auto& ordered, bool is_usual) {
    known.emplace_back(facts.source.name);
    if (arguments.only.empty() ? !is_usual : !is_wanted(arguments, facts.source.name)) return;
    entries.push_back({facts, {}});
    places.push_back(orders.add(ordered));
  };
  for (const study::ContestClass& each : study::contest_classes()) consider(each, each.source, true);
  for (const study::AtgMutant& each : study::atg_mutants())
    consider(as_contest_class(each), each, arguments.has_mutants);
  if (const Result<bool> checked = check_names(arguments, known); !checked)
    return complain(kWrongUse, checked.error());
  const Result<std::vector<study::ClassSubject>> subjects = orders.build();
  if (!subjects) return not_built(subjects.error());
  for (std::size_t i = 0; i < entries.size(); ++i) entries[i].subject = (*subjects)[places[i]];
  study::ContestOptions options = arguments.options;
  options.algorithms = algorithms;
  options.first_seed = arguments.seed;
  const study::ContestStudy study(std::move(entries), options);

  study::ClassLaboratory laboratory;
  laboratory.seconds = options.seconds;
  laboratory.schedules.executions = arguments.schedules;
  Result<std::unique_ptr<StudySession>> session = open_class_session(arguments, study, laboratory);
  if (!session) return complain(kWrongUse, session.error());
  StudySession& s = **session;
  if (!s.run(study.searches())) return s.interrupted();
  const study::ContestResult result = study.result(s.cells());
  std::printf("%s\n", study::sections_text(study::contest_sections(result)).c_str());
  s.write("bc-contest-table2.csv", study::contest_table2_csv(result));
  s.write("bc-contest-table3.csv", study::contest_table3_csv(result));
  s.write("bc-contest-classes.csv", study::contest_classes_csv(result));
  s.write("bc-contest.html", html_of(study::contest_page(result)));
  s.write_page(study::contest_page(result));
  return s.finish();
}

int run_atg(const AtgArguments& arguments) {
  std::vector<std::string> known;
  for (const study::AtgStructure& each : study::atg_structures()) known.emplace_back(each.source.name);
  for (const study::AtgMutant& each : study::atg_mutants()) known.emplace_back(each.name);
  if (const Result<bool> checked = check_names(arguments, known); !checked)
    return complain(kWrongUse, checked.error());
  DriverOrders orders(arguments);
  std::vector<study::AtgStudy::Entry> entries;
  std::vector<study::AtgStudy::MutantEntry> mutants;
  std::vector<std::size_t> places;
  for (const study::AtgStructure& each : study::atg_structures()) {
    if (!is_wanted(arguments, each.source.name)) continue;
    entries.push_back({each, {}});
    places.push_back(orders.add(each.source));
  }
  for (const study::AtgMutant& each : study::atg_mutants()) {
    if (!is_wanted(arguments, each.name)) continue;
    mutants.push_back({each, {}});
    places.push_back(orders.add(each));
  }
  const Result<std::vector<study::ClassSubject>> subjects = orders.build();
  if (!subjects) return not_built(subjects.error());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].subject = (*subjects)[places[i]];
    entries[i].subject.races = Races::kIgnore;
  }
  for (std::size_t i = 0; i < mutants.size(); ++i)
    mutants[i].subject = (*subjects)[places[entries.size() + i]];
  study::AtgStudyOptions options = arguments.options;
  options.first_seed = arguments.seed;
  const study::AtgStudy study(std::move(entries), std::move(mutants), options);

  study::ClassLaboratory laboratory;
  laboratory.seconds = options.seconds;
  Result<std::unique_ptr<StudySession>> session = open_class_session(arguments, study, laboratory);
  if (!session) return complain(kWrongUse, session.error());
  StudySession& s = **session;
  if (!s.run(study.searches())) return s.interrupted();
  const study::AtgStudyResult result = study.result(s.cells());
  std::printf("%s\n", study::sections_text(study::atg_sections(result)).c_str());
  s.write("atg-tables2-5.csv", study::atg_tables_csv(result));
  if (!result.mutants.empty()) s.write("atg-table7.csv", study::atg_mutants_csv(result));
  if (!result.thresholds.empty()) s.write("atg-table8.csv", study::atg_threshold_csv(result));
  s.write("atg.html", html_of(study::atg_page(result)));
  s.write_page(study::atg_page(result));
  return s.finish();
}

void add_time_option(CLI::App& app, double& seconds, const std::string& usual) {
  app.add_option_function<std::string>(
         "--time", [&seconds](const std::string& text) { seconds = parse_duration(text); },
         "time limit of each search: 30s, 5m, 1h")
      ->default_str(usual);
}

}  // namespace

Runner add_contest_study(CLI::App& study, const ProgramWords& programs) {
  CLI::App* app = study.add_subcommand(
      "bc-contest", "How many tests and how much time bc-contest and others need to the bugs of 20 classes");
  auto arguments = std::make_shared<ContestArguments>();
  ContestArguments& a = *arguments;
  app->add_option("--algorithms", a.algorithms, "algorithms of 'heddle class', separated by spaces or ';'")
      ->capture_default_str();
  app->add_option("--repeat", a.options.repeat, "number of searches with each algorithm")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--tests", a.options.tests, "at most N tests for each search")
      ->check(positive())
      ->capture_default_str();
  add_time_option(*app, a.options.seconds, "30s");
  app->add_option("--executions", a.schedules, "schedules of each test")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--seed", a.seed, "the first of the seeds")->capture_default_str();
  app->add_flag("--mutants", a.has_mutants, "also the ten mutants of 'heddle study atg', c11 to c91");
  add_study_options(*app, a);
  app->footer(
      "Tables 2 and 3 and Figures 6 to 10 of 'Efficient Test Case Generation for Thread-Safe Classes', with "
      "the\n"
      "paper's figures beside those of this machine; bc-contest.html shows all of it. Analysing and "
      "compiling "
      "the\n"
      "classes takes some minutes the first time.\n\n" +
      std::string(kGoesOn) +
      "Examples:\n"
      "  heddle study bc-contest --repeat 3 --only hash-set,vector,logger\n"
      "  heddle study bc-contest --algorithms 'bc-contest bc-contest-ng' --time 1m");
  return [app, arguments, &programs] {
    if (!app->parsed()) return kNotThisOne;
    return programs.separated ? refuse_programs() : run_contest(*arguments);
  };
}

Runner add_atg_study(CLI::App& study, const ProgramWords& programs) {
  CLI::App* app = study.add_subcommand(
      "atg", "How many interleaving roots of 9 data structures mrt, s-atg, d-atg and sd-atg expose");
  auto arguments = std::make_shared<AtgArguments>();
  AtgArguments& a = *arguments;
  app->add_option("--n", a.options.n, "the threshold N of the algorithms")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--repeat", a.options.repeat, "number of searches with each algorithm; the paper has 50")
      ->check(positive())
      ->capture_default_str();
  add_time_option(*app, a.options.seconds, "60s");
  app->add_option("--seed", a.seed, "the first of the seeds")->capture_default_str();
  add_study_options(*app, a);
  app->footer(
      "Tables 2 to 8 and Figures 4 and 5 of 'Diversity driven adaptive test generation for concurrent data\n"
      "structures', with the paper's figures beside those of this machine; atg.html shows all of it. The "
      "subjects "
      "are\n"
      "nine structures and ten mutants, c11 to c91.\n\n" +
      std::string(kGoesOn) +
      "Examples:\n"
      "  heddle study atg\n"
      "  heddle study atg --repeat 50 --only optimistic-list,c21,c22");
  return [app, arguments, &programs] {
    if (!app->parsed()) return kNotThisOne;
    return programs.separated ? refuse_programs() : run_atg(*arguments);
  };
}

}  // namespace heddle::cli
