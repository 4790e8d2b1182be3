// The tests of a Boost.Test program: its listing, and the arguments that run one of them alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"
#include "host/test_listing.h"

namespace heddle::host {

// What --list_content=HRF prints: suites with their cases below, indented; a '*' behind what is enabled.
// Lines of others are left out. A case is named by its path: "Suite/case".
std::vector<ListedTest> parse_boost_listing(std::string_view text);

// The arguments of the listing, and of a run of one test, with the user's own behind ours: what follows a
// "--" of the user's is none of Boost.Test's. Boost.Test refuses an option that is given twice.
std::vector<std::string> boost_listing_words(const std::vector<std::string>& users);
std::vector<std::string> boost_run_words(const std::string& path, const std::vector<std::string>& users);

// Why the user's arguments and ours do not go together; empty: they do.
std::string boost_argument_problem(const std::vector<std::string>& users);

}  // namespace heddle::host
