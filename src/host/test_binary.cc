#include "host/test_binary.h"

#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "host/boost_tests.h"
#include "host/doctest_tests.h"
#include "host/native_run.h"
#include "host/output_folder.h"

namespace heddle::host {

namespace {

bool has_text(const std::string& contents, const char* text) {
  return contents.find(text) != std::string::npos;
}

std::vector<std::string> listing_words(TestFramework framework, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  switch (framework) {
    case TestFramework::kGoogleTest:
      words.emplace_back("--gtest_list_tests");
      break;
    case TestFramework::kCatch2:
      words.emplace_back("--list-test-names-only");
      break;
    case TestFramework::kCatch3:
      words.insert(words.end(), {"--list-tests", "--reporter", "xml"});
      break;
    case TestFramework::kDoctest: {
      const std::vector<std::string> options = doctest_options();
      words.insert(words.end(), options.begin(), options.end());
      words.insert(words.end(), {"--dt-reporters=xml", "--dt-list-test-cases"});
      break;
    }
    case TestFramework::kBoostTest:
      return boost_listing_words(arguments);
  }
  return words;
}

Result<std::vector<ListedTest>> parse_listing(TestFramework framework, const NativeOutcome& outcome) {
  switch (framework) {
    case TestFramework::kGoogleTest:
      return parse_google_listing(outcome.output);
    case TestFramework::kCatch2:
      return parse_catch2_listing(outcome.output);
    case TestFramework::kCatch3:
      return parse_catch3_listing(outcome.output);
    case TestFramework::kDoctest:
      return parse_doctest_listing(outcome.output);
    case TestFramework::kBoostTest:
      break;
  }
  // To standard error, unless the user's --report_sink says otherwise.
  std::vector<ListedTest> tests = parse_boost_listing(outcome.errors);
  return tests.empty() ? parse_boost_listing(outcome.output) : tests;
}

std::string first_words(const NativeOutcome& outcome) {
  const std::string& text = outcome.errors.empty() ? outcome.output : outcome.errors;
  constexpr std::size_t kEnough = 500;
  return text.empty() ? "" : "; it said:\n" + text.substr(0, kEnough);
}

Result<std::vector<ListedTest>> ask(const ProgramFile& program, TestFramework framework,
                                    const std::vector<std::string>& arguments, double seconds) {
  std::vector<std::string> words = listing_words(framework, arguments);
  const std::string question = framework == TestFramework::kBoostTest ? words.front() : words.back();
  const std::string asked = "'" + program.path + "' was asked for its tests (" + question + ") and ";
  words.insert(words.begin(), program.path);
  const Result<NativeOutcome> outcome = run_natively(words, {.seconds = seconds});
  if (!outcome) return Error{asked + "failed: " + outcome.error()};
  // Catch2 v2 ends with the number of tests as its status.
  const bool counts = framework == TestFramework::kCatch2 && outcome->status < 128;
  if (outcome->status != 0 && !counts)
    return Error{asked + "ended with status " + std::to_string(outcome->status) + first_words(*outcome)};
  Result<std::vector<ListedTest>> parsed = parse_listing(framework, *outcome);
  return parsed ? std::move(parsed) : Error{asked + "answered something else: " + parsed.error()};
}

std::string why_skipped(const ListedTest& test, bool hidden) {
  if (test.death_test) return "a death test: it forks, and only the parent would be under control";
  if (test.disabled && !hidden) return "disabled (--hidden explores it)";
  return {};
}

TestCase google_test(const ListedTest& listed, const TestListOptions& options) {
  TestCase test{listed.name, options.arguments, why_skipped(listed, options.hidden), {}};
  test.arguments.insert(test.arguments.end(), {"--gtest_color=no", "--gtest_filter=" + listed.name});
  if (listed.disabled) test.arguments.emplace_back("--gtest_also_run_disabled_tests");
  return test;
}

std::string why_not_alone(const std::vector<ListedTest>& meant, const ListedTest& wanted,
                          bool has_arguments) {
  if (meant.empty()) return "Catch2 does not find this test by its name; give it another one";
  for (const ListedTest& other : meant)
    if (other.name != wanted.name)
      return "Catch2 would run '" + other.name + "', too, when it is asked for this test" +
             (has_arguments ? "; select tests by --filter instead of arguments of the program"
                            : "; give it another name");
  return {};
}

// Whether a specification means this test and no other is asked of the framework itself.
Result<TestCase> catch_test(const ProgramFile& program, TestFramework framework, const ListedTest& listed,
                            const std::vector<ListedTest>& all, const TestListOptions& options) {
  TestCase test{listed.name, options.arguments, {}, {}};
  // Version 3 draws another seed for its generators in every run, and ends with a status of its own if the
  // test skipped itself: that is no failure. A name that means no test still is one.
  if (framework == TestFramework::kCatch3)
    test.arguments.insert(test.arguments.end(),
                          {"--rng-seed", "1", "--allow-running-no-tests", "--warn", "UnmatchedTestSpec"});
  test.arguments.push_back(catch2_specification(listed.name));
  if (options.arguments.empty() && !needs_checking(listed.name, all)) return test;
  std::vector<std::string> specifications = other_catch2_specifications(listed.name);
  specifications.insert(specifications.begin(), test.arguments.back());
  for (const std::string& specification : specifications) {
    test.arguments.back() = specification;
    Result<std::vector<ListedTest>> meant = ask(program, framework, test.arguments, options.seconds);
    if (!meant) return Error{meant.error()};
    const std::string problem = why_not_alone(*meant, listed, !options.arguments.empty());
    if (problem.empty()) {
      test.problem.clear();
      return test;
    }
    // The first reason is the one that somebody can do something about.
    if (test.problem.empty()) test.problem = problem;
  }
  return test;
}

// What a filter among the user's own arguments makes of ours, only doctest knows.
Result<TestCase> doctest_test(const ProgramFile& program, const std::vector<ListedTest>& all,
                              std::size_t index, const TestListOptions& options) {
  const ListedTest& listed = all[index];
  TestCase test{listed.name, options.arguments, why_skipped(listed, options.hidden), {}};
  const auto add = [&test](const std::vector<std::string>& words) {
    test.arguments.insert(test.arguments.end(), words.begin(), words.end());
  };
  add(doctest_selection(all, index));
  if (!options.arguments.empty()) {
    Result<std::vector<ListedTest>> meant =
        ask(program, TestFramework::kDoctest, test.arguments, options.seconds);
    if (!meant) return Error{meant.error()};
    if (meant->size() != 1 || meant->front().own_name != listed.own_name)
      test.problem =
          "doctest would not run this test alone; select tests by --filter instead of arguments of the "
          "program";
  }
  add(doctest_options());
  return test;
}

TestCase boost_test(const ListedTest& listed, const TestListOptions& options) {
  return {
      listed.name, boost_run_words(listed.name, options.arguments), why_skipped(listed, options.hidden), {}};
}

Result<TestCase> test_case(const ProgramFile& program, TestFramework framework,
                           const std::vector<ListedTest>& all, std::size_t index,
                           const TestListOptions& options) {
  switch (framework) {
    case TestFramework::kGoogleTest:
      return google_test(all[index], options);
    case TestFramework::kDoctest:
      return doctest_test(program, all, index, options);
    case TestFramework::kBoostTest:
      return boost_test(all[index], options);
    case TestFramework::kCatch2:
    case TestFramework::kCatch3:
      break;
  }
  return catch_test(program, framework, all[index], all, options);
}

}  // namespace

std::optional<TestFramework> framework_in(const std::string& contents) {
  // Options are strings of whoever links the framework statically, names are left of a shared library's.
  if (has_text(contents, "gtest_list_tests") || has_text(contents, "MakeAndRegisterTestInfo") ||
      has_text(contents, "_ZN7testing14InitGoogleTest"))
    return TestFramework::kGoogleTest;
  if (has_text(contents, "list-test-names-only")) return TestFramework::kCatch2;
  if (has_text(contents, "_ZN5Catch7AutoReg") || has_text(contents, "_ZN5Catch7Session") ||
      (has_text(contents, "list-tests") && has_text(contents, "Catch2 v3")))
    return TestFramework::kCatch3;
  if (has_text(contents, "dt-list-test-cases") || has_text(contents, "_ZN7doctest6detail7regTest"))
    return TestFramework::kDoctest;
  if (has_text(contents, "libboost_unit_test_framework") ||
      (has_text(contents, "list_content") && has_text(contents, "catch_system_errors")))
    return TestFramework::kBoostTest;
  return std::nullopt;
}

Result<TestFramework> detect_framework(const ProgramFile& program) {
  const Result<std::string> contents = read_file(program.path);
  if (!contents) return Error{contents.error()};
  if (const std::optional<TestFramework> found = framework_in(*contents)) return *found;
  return Error{"'" + program.path +
               "' holds no tests of GoogleTest, Catch2, doctest or Boost.Test that Heddle could find. For a "
               "program without a framework use 'heddle run'; if it is one of them nevertheless, say which "
               "by --framework"};
}

Result<std::vector<TestCase>> list_tests(const ProgramFile& program, TestFramework framework,
                                         const TestListOptions& options) {
  if (framework == TestFramework::kBoostTest)
    if (const std::string problem = boost_argument_problem(options.arguments); !problem.empty())
      return Error{problem};
  std::vector<std::string> arguments = options.arguments;
  // Version 3 shows hidden tests only to those who name their tag.
  if (options.hidden && framework == TestFramework::kCatch2) arguments.emplace_back("*");
  if (options.hidden && framework == TestFramework::kCatch3) arguments.emplace_back("*,[.]");
  const Result<std::vector<ListedTest>> listed = ask(program, framework, arguments, options.seconds);
  if (!listed) return Error{listed.error()};
  std::vector<TestCase> tests;
  for (std::size_t i = 0; i < listed->size(); ++i) {
    Result<TestCase> test = test_case(program, framework, *listed, i, options);
    if (!test) return Error{test.error()};
    tests.push_back(std::move(*test));
  }
  return tests;
}

void clear_framework_environment() {
  constexpr std::string_view kPrefixes[] = {"GTEST_", "TESTBRIDGE_", "BOOST_TEST_"};
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view name(*variable, std::strcspn(*variable, "="));
    if (std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                    [name](std::string_view prefix) { return name.starts_with(prefix); }))
      names.emplace_back(name);
  }
  for (const std::string& name : names) unsetenv(name.c_str());
}

}  // namespace heddle::host
