// The tests of a doctest program: its listing, and the arguments that run one of them alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"
#include "host/test_listing.h"

namespace heddle::host {

// In every run. Options have their prefix, which also works where a program takes no others; tests come in
// the order of the listing; marked ones (doctest::skip) are counted, too; and a program that is more than its
// tests ends behind them.
std::vector<std::string> doctest_options();

// What --list-test-cases --reporters=xml prints. Tests may share a name: the second is "name #2".
Result<std::vector<ListedTest>> parse_doctest_listing(std::string_view text);

// What runs the test with this index and no other. A filter cannot say * or ?, and two tests may have the
// same name: then its place among those that the filter means is given, too.
std::vector<std::string> doctest_selection(const std::vector<ListedTest>& tests, std::size_t index);

}  // namespace heddle::host
