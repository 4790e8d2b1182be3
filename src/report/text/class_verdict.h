// The answer of `heddle class --verify`, before everything else.
#pragma once

#include <string>

#include "classes/operations.h"
#include "classes/run/class_search.h"
#include "report/model/style.h"
#include "report/text/verdict.h"

namespace heddle::report {

// What was asked: how the claim is worded.
struct ClassClaim {
  const classes::Operations& operations;
  const classes::ClassSearchOptions& options;
  std::string specification;  // the class that says what is right; empty: the class itself
  bool is_partial = false;    // main methods that are not called are no reason against it
};

Verdict answer_of(const classes::ClassSearchResult& result, const ClassClaim& claim);
// The verdict, and what it covers.
std::string class_verdict_text(const classes::ClassSearchResult& result, const ClassClaim& claim,
                               const Style& style);

}  // namespace heddle::report
