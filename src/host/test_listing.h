// Which tests a test framework says that there are: its listing, taken apart.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"

namespace heddle::host {

enum class TestFramework : std::uint8_t { kGoogleTest, kCatch2, kCatch3, kDoctest, kBoostTest };

std::string_view to_string(TestFramework framework);  // "GoogleTest", "Catch2 v2"

struct ListedTest {
  std::string name;  // each has another one
  // DISABLED_ of GoogleTest, skip() of doctest, disabled() of Boost.Test: the framework itself leaves it out.
  // Hidden tests of Catch2 are not even listed.
  bool disabled = false;
  bool death_test = false;  // by GoogleTest's convention for names
  std::string own_name{};   // that the framework knows it by, where that is another
};

std::vector<std::string_view> listing_lines(std::string_view text);
std::string without_xml_entities(std::string_view text);

// What --gtest_list_tests prints; lines of others that the program prints before are skipped.
std::vector<ListedTest> parse_google_listing(std::string_view text);
// What --list-test-names-only of Catch2 v2 prints: a name a line.
std::vector<ListedTest> parse_catch2_listing(std::string_view text);
// What --list-tests --reporter xml of Catch2 v3 prints.
Result<std::vector<ListedTest>> parse_catch3_listing(std::string_view text);

// The name as a test specification of Catch2, which takes , [ ] " \ and a leading ~ or - for something else.
std::string catch2_specification(const std::string& name);
// The same in other ways, for names that Catch2 does not find by the first: in quotation marks, and with
// a * in place of the first character.
std::vector<std::string> other_catch2_specifications(const std::string& name);

// Whether a name is one that a specification might not mean exactly: Catch2 ignores case, and * at the ends
// of a name cannot be escaped.
bool needs_checking(const std::string& name, const std::vector<ListedTest>& all);

}  // namespace heddle::host
