// What came of a class under test, for a person.
#pragma once

#include <string>
#include <vector>

#include "classes/main_methods.h"
#include "classes/operations.h"
#include "classes/run/class_search.h"
#include "report/model/style.h"

namespace heddle::report {

// "BoundedQueue is not thread-safe: a deadlock".
std::string violation_headline(const classes::Violation& violation, const classes::Operations& operations);

// The calls of each thread with their results, and why no order explains them.
std::string violation_text(const classes::Violation& violation, const classes::Operations& operations,
                           const Style& style);

// What the user may try next: weaker promises, roles, methods to leave out. Options of `heddle class`.
std::string next_steps_text(const classes::Violation& violation, const classes::Operations& operations,
                            bool has_roles);

// "insert and find were NOT tested", with the reasons; empty: what matters was called.
std::string untested_text(const std::vector<classes::Untested>& untested);
// Why a search without a violation says nothing about the class; empty: it does.
std::string why_nothing_is_known(const classes::ClassSearchResult& result);

// How far the search went.
std::string class_summary(const classes::ClassSearchResult& result, const classes::Operations& operations);

}  // namespace heddle::report
