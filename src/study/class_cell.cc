#include "study/class_cell.h"

#include <memory>

namespace heddle::study {

namespace {

Result<std::unique_ptr<classes::DriverProcess>> start(const Subject& driver,
                                                      const std::string& runtime_library) {
  host::LaunchOptions launch;
  launch.program = driver.program;
  launch.runtime_library = runtime_library;
  return classes::DriverProcess::start(launch);
}

}  // namespace

Result<Cell> search_class_cell(const ClassLaboratory& laboratory, const ClassSubject& subject,
                               const CellKey& key) {
  Result<classes::Algorithm> algorithm = classes::parse_algorithm(key.strategy);
  if (!algorithm) return Error{algorithm.error()};
  Result<std::unique_ptr<classes::DriverProcess>> driver = start(subject.driver, laboratory.runtime_library);
  if (!driver) return Error{driver.error()};
  std::unique_ptr<classes::DriverProcess> specification;
  if (subject.specification) {
    Result<std::unique_ptr<classes::DriverProcess>> started =
        start(*subject.specification, laboratory.runtime_library);
    if (!started) return Error{started.error()};
    specification = std::move(*started);
  }
  classes::ClassSearchOptions options;
  options.algorithm = std::move(*algorithm);
  options.schedules = laboratory.schedules;
  options.schedules.seed = options.seed = key.seed;
  options.schedules.races = subject.races;
  options.tests = key.executions;
  options.seconds = laboratory.seconds;
  options.makes_smaller = false;
  classes::ClassSearch search(**driver, specification ? *specification : **driver, *subject.operations,
                              options, nullptr);
  const Result<classes::ClassSearchResult> result = search.run();
  if (!result) return Error{result.error()};
  Cell cell;
  cell.key = key;
  cell.executions = result->tests;
  cell.steps = result->executions;
  cell.seconds = result->seconds;
  if (result->violation) {
    cell.failed = 1;
    cell.first = result->tests;
  }
  if (result->atg) {
    cell.tally[kActiveTests] = result->atg->counts.active_tests;
    cell.tally[kCandidates] = result->atg->candidates;
    cell.tally[kDiscovered] = result->atg->counts.discovered.size();
    cell.tally[kExposed] = result->atg->counts.exposed.size();
  }
  return cell;
}

}  // namespace heddle::study
