// What came of a class under test, for other tools: results.json; and which pairs of methods tests are for.
#pragma once

#include <string>

#include "classes/method_pairs.h"
#include "classes/operations.h"
#include "classes/run/class_search.h"

namespace heddle::report {

struct ReproducerFiles {
  std::string source;
  std::string schedule;  // empty: the program did not fail by itself
};

std::string class_results_json(const classes::ClassSearchResult& result,
                               const classes::Operations& operations,
                               const classes::ClassSearchOptions& options, const ReproducerFiles& files);

// Each pair of high priority with the reason, and how many others there are.
std::string pairs_text(const classes::MethodPairGroups& groups, const classes::ClassModel& model);

}  // namespace heddle::report
