// heddle study bc-contest and heddle study atg: the experiments of the two papers about classes.
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "cli/class_drivers.h"
#include "cli/studies.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "host/output_folder.h"
#include "study/atg_study.h"
#include "study/atg_tables.h"
#include "study/contest_study.h"
#include "study/contest_tables.h"
#include "study/strategies_study.h"

namespace heddle::cli {

namespace {

struct ContestArguments : StudyArguments {
  study::ContestOptions options;
  std::string algorithms = fmt::format("{}", fmt::join(study::default_contest_algorithms(), " "));
  std::uint64_t schedules = 100;
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

Result<std::vector<study::ClassSubject>> class_subjects(const std::vector<DriverOrder>& orders,
                                                        const StudyArguments& arguments) {
  for (const DriverOrder& order : orders)
    if (!std::filesystem::exists(order.header)) return nothing_in(arguments.subjects);
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return Error{paths.error()};
  if (Result<host::OutputFolder> folder = host::OutputFolder::keep(arguments.out); !folder)
    return Error{folder.error()};
  watch_for_interrupts();
  return build_drivers(orders, arguments.out + "/drivers", *paths, arguments.jobs);
}

int not_built(const std::string& problem) {
  if (!problem.empty()) return complain(kNotControlled, problem);
  std::printf("Interrupted; the same command goes on from there.\n");
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
  std::vector<study::ContestClass> wanted;
  std::vector<DriverOrder> orders;
  for (const study::ContestClass& each : study::contest_classes()) {
    known.emplace_back(each.source.name);
    if (!is_wanted(arguments, each.source.name)) continue;
    wanted.push_back(each);
    orders.push_back(order_of(each.source, arguments));
  }
  if (const Result<bool> checked = check_names(arguments, known); !checked)
    return complain(kWrongUse, checked.error());
  Result<std::vector<study::ClassSubject>> subjects = class_subjects(orders, arguments);
  if (!subjects) return not_built(subjects.error());
  std::vector<study::ContestStudy::Entry> entries;
  for (std::size_t i = 0; i < wanted.size(); ++i) entries.push_back({wanted[i], std::move((*subjects)[i])});
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

// The drivers of the structures and mutants that are wanted. A mutant is judged by the structure that it was
// made from, which needs a driver, too.
class AtgOrders {
 public:
  explicit AtgOrders(const StudyArguments& arguments) : arguments_(arguments) {
    const std::span<const study::AtgStructure> structures = study::atg_structures();
    for (std::size_t i = 0; i < structures.size(); ++i)
      if (is_wanted(arguments, structures[i].source.name)) wanted_.push_back(i);
    for (const std::size_t structure : wanted_) need(structure);
    for (const study::AtgMutant& each : study::atg_mutants()) {
      if (!is_wanted(arguments, each.name)) continue;
      need(each.structure);
      mutants_.push_back(each);
    }
    for (const study::AtgMutant& each : mutants_) {
      DriverOrder order = order_of(structures[each.structure].source, arguments);
      order.name = each.name;
      order.flags.push_back("-DHEDDLE_MUTANT=" + std::to_string(each.number));
      orders_.push_back(std::move(order));
    }
  }

  const std::vector<DriverOrder>& orders() const { return orders_; }

  study::AtgStudy study(const std::vector<study::ClassSubject>& subjects,
                        const study::AtgStudyOptions& options) const {
    std::vector<study::AtgStudy::Entry> entries;
    for (const std::size_t structure : wanted_)
      entries.push_back({study::atg_structures()[structure], subjects[places_.at(structure)]});
    std::vector<study::AtgStudy::MutantEntry> mutants;
    for (std::size_t i = 0; i < mutants_.size(); ++i) {
      study::ClassSubject subject = subjects[orders_.size() - mutants_.size() + i];
      subject.specification = subjects[places_.at(mutants_[i].structure)].driver;
      mutants.push_back({mutants_[i], std::move(subject)});
    }
    return {std::move(entries), std::move(mutants), options};
  }

 private:
  void need(std::size_t structure) {
    if (!places_.emplace(structure, orders_.size()).second) return;
    orders_.push_back(order_of(study::atg_structures()[structure].source, arguments_));
  }

  const StudyArguments& arguments_;
  std::vector<std::size_t> wanted_;
  std::vector<study::AtgMutant> mutants_;
  std::vector<DriverOrder> orders_;            // those of the mutants last
  std::map<std::size_t, std::size_t> places_;  // of the structures among them
};

int run_atg(const AtgArguments& arguments) {
  std::vector<std::string> known;
  for (const study::AtgStructure& each : study::atg_structures()) known.emplace_back(each.source.name);
  for (const study::AtgMutant& each : study::atg_mutants()) known.emplace_back(each.name);
  if (const Result<bool> checked = check_names(arguments, known); !checked)
    return complain(kWrongUse, checked.error());
  const AtgOrders orders(arguments);
  Result<std::vector<study::ClassSubject>> subjects = class_subjects(orders.orders(), arguments);
  if (!subjects) return not_built(subjects.error());
  study::AtgStudyOptions options = arguments.options;
  options.first_seed = arguments.seed;
  const study::AtgStudy study = orders.study(*subjects, options);

  study::ClassLaboratory laboratory;
  laboratory.seconds = options.seconds;
  laboratory.schedules.races = Races::kIgnore;
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
         "at most so long for each search: 30s, 5m, 1h")
      ->default_str(usual);
}

}  // namespace

Runner add_contest_study(CLI::App& study, const ProgramWords& programs) {
  CLI::App* app = study.add_subcommand(
      "bc-contest", "How many tests and how much time bc-contest and others need to the bugs of 20 classes");
  auto arguments = std::make_shared<ContestArguments>();
  ContestArguments& a = *arguments;
  app->add_option("--algorithms", a.algorithms, "as 'heddle class' has them; separated by spaces or ';'")
      ->capture_default_str();
  app->add_option("--repeat", a.options.repeat, "so many searches with each algorithm")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--tests", a.options.tests, "at most so many for each search")
      ->check(positive())
      ->capture_default_str();
  add_time_option(*app, a.options.seconds, "30s");
  app->add_option("--executions", a.schedules, "schedules of each test")
      ->check(positive())
      ->capture_default_str();
  app->add_option("--seed", a.seed, "the first of the seeds")->capture_default_str();
  add_study_options(*app, a);
  app->footer(
      "Tables 2 and 3 and Figures 6 to 10 of 'Efficient Test Case Generation for Thread-Safe Classes', with "
      "the\n"
      "paper's figures beside those of this machine; bc-contest.html shows all of it. Reading and compiling "
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
  app->add_option("--repeat", a.options.repeat, "so many searches with each algorithm; the paper has 50")
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
