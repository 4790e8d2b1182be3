// What came of a class under test, for other tools: results.json; and which pairs of methods tests are for.
#pragma once

#include <string>
#include <vector>

#include "classes/method_pairs.h"
#include "classes/operations.h"
#include "classes/run/class_search.h"
#include "report/formats/test_document.h"

namespace heddle::report {

struct ReproducerFiles {
  std::string source;
  std::string schedule;  // empty: the program did not fail by itself
};

// What earlier results of the same class reported or left out, for --continue.
std::vector<classes::KnownViolation> known_violations(const std::string& results_json);

std::string class_results_json(const classes::ClassSearchResult& result,
                               const classes::Operations& operations,
                               const classes::ClassSearchOptions& options, const ReproducerFiles& files);

// The same as a test with at most one bug, for the forms that know tests. The class is defined in `header`.
// `uncontrolled`: why the search says nothing although it found nothing; empty: it does.
TestReport class_report(const classes::ClassSearchResult& result, const classes::Operations& operations,
                        const std::string& header, const ReproducerFiles& files,
                        const std::string& uncontrolled);

// Each pair of high priority with the reason, and how many others there are.
std::string pairs_text(const classes::MethodPairGroups& groups, const classes::ClassModel& model);

}  // namespace heddle::report
