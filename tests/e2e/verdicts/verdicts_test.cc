// Small programs, most of them reduced from real software, each with the verdict that is right. A program
// says it itself, in comments at its beginning:
//
//   // run: ARGUMENTS => VERDICT     what `heddle run` must find; several lines are several tests
//   // options: --executions 300     of `heddle run`; 1,000 executions if nothing is said
//   // says: REGEX                   something in its output matches
//   // never: REGEX                  nothing in its output does
//   // replays: REGEX                something in the report of `heddle replay` of the first bug does
//   // explains: REGEX               the same for `heddle explain` of the first bug
//   // carriers: contexts            if not both
//   // compilers: gxx                if not both; gxx, clangxx
//   // make check: gxx contexts      the one build and carrier that is enough there, for what takes long
//   // build: -DNAME -lm             more for the compiler (verdicts.cmake)
//   // library: NAME.cc              built beside it as NAME.so by the same compiler through heddle
//   (verdicts.cmake)
//   // plain library: NAME.cc        the same by the compiler itself, without heddle
//   // linked library: NAME.cc       the same, and the program is linked with it
//
// A verdict is `nothing` (status 0), `status N`, or the kinds of the bugs with commas between them; `kind?`
// may be there. Each bug must be stable, and the first one must fail again three times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {

namespace {

struct Verdict {
  std::optional<int> status;
  std::set<std::string> kinds;
  std::set<std::string> possible_kinds;
};

struct VerdictCase {
  std::string program;
  std::string compiler;
  std::string carrier;
  std::vector<std::string> arguments;
  std::string wanted;
  Verdict verdict;
  std::vector<std::string> options;
  std::vector<std::string> says, never, replays, explains;
  std::size_t number = 0;
};

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

Verdict verdict_of(const std::string& text) {
  Verdict verdict;
  std::string words = text;
  std::replace(words.begin(), words.end(), ',', ' ');
  if (words == "nothing") return {.status = 0, .kinds = {}, .possible_kinds = {}};
  if (words.starts_with("status "))
    return {.status = std::stoi(words.substr(7)), .kinds = {}, .possible_kinds = {}};
  for (const std::string& word : words_of(words))
    if (word.ends_with('?'))
      verdict.possible_kinds.insert(word.substr(0, word.size() - 1));
    else
      verdict.kinds.insert(word);
  return verdict;
}

// The directives of one program: name and text, in order.
std::vector<std::pair<std::string, std::string>> directives_of(const std::filesystem::path& file) {
  static const std::regex kDirective("// ([a-z]+( library)?): *(.*)");
  std::ifstream stream(file);
  std::vector<std::pair<std::string, std::string>> directives;
  std::smatch match;
  for (std::string line; std::getline(stream, line) && line.starts_with("//");)
    if (std::regex_match(line, match, kDirective)) directives.emplace_back(match[1], match[3]);
  return directives;
}

struct VerdictBuild {
  std::string program;
  std::string compiler;
  std::string carrier;
};

const std::vector<VerdictBuild> kVerdictBuilds = {
#include "verdict_builds.inc"
};

std::vector<VerdictCase> cases_of(const std::filesystem::path& file) {
  VerdictCase common;
  common.program = file.stem();
  common.options = {"--executions", "1000"};
  std::vector<std::string> runs;
  for (const auto& [name, text] : directives_of(file)) {
    if (name == "run") runs.push_back(text);
    if (name == "options") common.options = words_of(text);
    if (name == "says") common.says.push_back(text);
    if (name == "never") common.never.push_back(text);
    if (name == "replays") common.replays.push_back(text);
    if (name == "explains") common.explains.push_back(text);
  }
  std::vector<VerdictCase> cases;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const VerdictBuild& build : kVerdictBuilds) {
      if (build.program != common.program) continue;
      VerdictCase each = common;
      const std::size_t arrow = runs[i].find("=>");
      each.compiler = build.compiler;
      each.carrier = build.carrier;
      each.number = i;
      each.arguments = words_of(runs[i].substr(0, arrow));
      each.wanted = runs[i].substr(runs[i].find_first_not_of(' ', arrow + 2));
      each.verdict = verdict_of(each.wanted);
      cases.push_back(each);
    }
  return cases;
}

std::vector<std::filesystem::path> program_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(HEDDLE_TEST_SOURCES "/verdicts/programs"))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<VerdictCase> all_cases() {
  std::vector<VerdictCase> all;
  for (const auto& file : program_files()) {
    const std::vector<VerdictCase> cases = cases_of(file);
    all.insert(all.end(), cases.begin(), cases.end());
  }
  return all;
}

// Long lines are wrapped, wherever that is.
bool has(const std::string& text, const std::string& pattern) {
  static const std::regex kSpace("\\s+");
  const std::regex wanted(pattern);
  return std::regex_search(text, wanted) || std::regex_search(std::regex_replace(text, kSpace, " "), wanted);
}

class Verdicts : public testing::TestWithParam<VerdictCase> {
 protected:
  // The bugs are of the right kinds, and each is stable.
  void check_bugs(const Json& results) {
    std::set<std::string> kinds;
    for (const Json& bug : results.at("bugs")) {
      kinds.insert(bug.at("kind"));
      EXPECT_EQ(bug.at("stable"), true) << bug.dump(2);
    }
    for (const std::string& kind : GetParam().verdict.possible_kinds) kinds.erase(kind);
    EXPECT_EQ(kinds, GetParam().verdict.kinds) << results.dump(2);
  }

  // What the command says about the first bug matches.
  void expect_words(const std::string& command, const std::vector<std::string>& patterns) {
    if (patterns.empty()) return;
    const Outcome outcome = here_.run_heddle({command, "heddle-out/bug-1.schedule"});
    for (const std::string& pattern : patterns)
      EXPECT_TRUE(has(outcome.out, pattern)) << pattern << '\n' << describe(outcome);
  }

  Workplace here_;
};

// Directives in the middle of a line, where a formatter may put them, are none.
TEST(VerdictPrograms, SayTheirVerdict) {
  for (const auto& file : program_files()) EXPECT_FALSE(cases_of(file).empty()) << file;
}

TEST_P(Verdicts, IsRight) {
  const VerdictCase& that = GetParam();
  std::vector<std::string> words = {"run", "--quiet", "--carrier", that.carrier};
  words.insert(words.end(), that.options.begin(), that.options.end());
  words.insert(words.end(), {"--", program(that.program, "verdicts-" + that.compiler)});
  words.insert(words.end(), that.arguments.begin(), that.arguments.end());
  const Outcome outcome = here_.run_heddle(words);
  for (const std::string& pattern : that.says)
    EXPECT_TRUE(has(outcome.out + outcome.err, pattern)) << pattern << '\n' << describe(outcome);
  for (const std::string& pattern : that.never)
    EXPECT_FALSE(has(outcome.out + outcome.err, pattern)) << pattern << '\n' << describe(outcome);
  if (that.verdict.status) {
    EXPECT_EQ(outcome.status, *that.verdict.status) << describe(outcome);
    return;
  }
  ASSERT_EQ(outcome.status, 1) << describe(outcome);
  check_bugs(here_.results());
  const Outcome replayed = here_.run_heddle({"replay", "heddle-out/bug-1.schedule", "--repeat", "3"});
  EXPECT_EQ(replayed.status, 1) << describe(replayed);
  expect_words("replay", that.replays);
  expect_words("explain", that.explains);
}

INSTANTIATE_TEST_SUITE_P(Programs, Verdicts, testing::ValuesIn(all_cases()), [](const auto& each) {
  const VerdictCase& that = each.param;
  return that.program + "_" + std::to_string(that.number) + "_" + that.compiler + "_" + that.carrier;
});

}  // namespace
}  // namespace heddle::e2e
