// docs/recipes: the files that people copy from there do what the pages say, as far as that needs no network.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

const fs::path kRepository = HEDDLE_TEST_REPOSITORY;
const fs::path kRecipes = kRepository / "docs/recipes";

// A folder with a copy of examples/cmake-project, and the installed tools on PATH.
class Project {
 public:
  Project() {
    fs::copy(kRepository / "examples/cmake-project", workplace_.folder(), fs::copy_options::recursive);
  }

  const Workplace& workplace() const { return workplace_; }

  Outcome shell(const std::string& command, std::map<std::string, std::string> variables = {}) const {
    Command shell{{"bash", "-e", "-c", command}, workplace_.folder()};
    const char* path = std::getenv("PATH");
    variables["PATH"] = std::string(HEDDLE_TEST_PREFIX "/bin:") + (path != nullptr ? path : "/usr/bin:/bin");
    variables["HEDDLE_PREFIX"] = HEDDLE_TEST_PREFIX;
    shell.environment = std::move(variables);
    return run(shell);
  }

  void must(const std::string& command) const {
    const Outcome outcome = shell(command);
    ASSERT_EQ(outcome.status, 0) << command << "\n" << describe(outcome);
  }

 private:
  Workplace workplace_;
};

TEST(Recipes, ACMakeProjectFromZero) {
  const Project project;
  project.must(
      "cmake -G Ninja -S . -B build-heddle -DWITH_HEDDLE=ON -DSEARCH_TIME=2s "
      "-DCMAKE_PREFIX_PATH=" HEDDLE_TEST_PREFIX);
  project.must("cmake --build build-heddle");
  const Outcome native = project.shell("build-heddle/session_cache_test");
  EXPECT_EQ(native.status, 0) << "by itself it passes: " << describe(native);
  const Outcome found = project.shell("ctest --test-dir build-heddle --output-on-failure -R schedules");
  EXPECT_NE(found.status, 0) << describe(found);
  EXPECT_THAT(found.out, HasSubstr("GivesThreadsTheSameSession"));
  EXPECT_THAT(found.out, HasSubstr("session_cache_test.cc:21"));

  project.must("patch -p1 <repair.patch");
  project.must("cmake --build build-heddle");
  const Outcome repaired = project.shell("ctest --test-dir build-heddle -R schedules");
  EXPECT_EQ(repaired.status, 0) << describe(repaired);
}

#if HEDDLE_FULL_TESTS
struct Step {
  std::string name, run;
};

// The commands of a workflow file that need no network.
std::vector<Step> steps_of(const Project& project, const std::string& file, std::size_t& with_network) {
  const Outcome told = project.shell("python3 '" HEDDLE_TEST_SOURCES "/recipes/workflow_steps.py' '" +
                                     (kRecipes / file).string() + "'");
  EXPECT_EQ(told.status, 0) << describe(told);
  std::vector<Step> steps;
  with_network = 0;
  for (const Json& step : Json::parse(told.out)) {
    if (step.at("network"))
      ++with_network;
    else
      steps.push_back({step.at("name"), step.at("run")});
  }
  return steps;
}

// Everything but `heddle test` and `heddle report` succeeds; the first finds the project's bug.
void expect_workflow_works(const std::string& file, const std::vector<std::string>& written) {
  const Project project;
  std::size_t with_network = 0;
  bool explored = false;
  for (const Step& step : steps_of(project, file, with_network)) {
    SCOPED_TRACE(step.run);
    const bool tests = step.run.find("/heddle\" test ") != std::string::npos;
    std::string command = step.run;
    if (tests) command = std::regex_replace(command, std::regex("--time 10s"), "--time 2s");
    const Outcome outcome = project.shell(command);
    EXPECT_EQ(outcome.status, tests ? 1 : 0) << describe(outcome);
    explored = explored || tests;
  }
  EXPECT_GE(with_network, 2u) << "packages and Heddle itself come from somewhere";
  EXPECT_TRUE(explored);
  for (const std::string& each : written) EXPECT_TRUE(project.workplace().exists(each)) << each;
}

TEST(Recipes, TheGitHubWorkflow) {
  expect_workflow_works("github-workflow.yml", {"heddle-out", "heddle-junit.xml", "heddle.sarif"});
}

TEST(Recipes, TheGitLabPipeline) {
  expect_workflow_works("gitlab-ci.yml", {"heddle-out", "heddle-junit.xml", "heddle-codequality.json"});
}

TEST(Recipes, TheBuildkitePipeline) {
  expect_workflow_works("buildkite-pipeline.yml",
                        {"heddle-out", "heddle-junit.xml", "heddle-out/report.html"});
}
#endif

// Nights in a folder: what is new is told once.
TEST(Recipes, TheNightlyHunt) {
  const Project project;
  const std::string examples = (kRepository / "examples").string();
  project.must("cp '" + examples + "'/bank.cc '" + examples + "'/bank_fixed.cc '" + examples +
               "'/deadlock.cc . && "
               "for p in bank bank_fixed deadlock; do heddle c++ -g $p.cc -o $p; done");
  const auto night = [&](const std::string& date, const std::string& words) {
    return project.shell("'" + (kRecipes / "nightly.sh").string() + "' " + words,
                         {{"NIGHT", date}, {"HEDDLE_BUDGET", "--until budget --executions 200"}});
  };
  EXPECT_EQ(night("2026-03-01", "nights ./bank_fixed").status, 0);
  const Outcome found = night("2026-03-02", "nights ./bank");
  EXPECT_EQ(found.status, 1) << describe(found);
  EXPECT_THAT(found.out, HasSubstr("  new: assertion\tbank.cc:50\n"));
  const Outcome again = night("2026-03-03", "nights ./bank");
  EXPECT_EQ(again.status, 0) << describe(again);
  EXPECT_THAT(again.out, HasSubstr("2026-03-03: 0 new, 1 known; all in nights/2026-03-03\n"));
  EXPECT_EQ(project.workplace().json("nights/2026-03-03/results.json").at("seed"), 20260303);
  const Outcome other = night("2026-03-04", "nights ./deadlock");
  EXPECT_EQ(other.status, 1) << describe(other);
  EXPECT_THAT(other.out, HasSubstr("1 new, 0 known"));
  EXPECT_THAT(other.out, HasSubstr("  new: deadlock\t"));
  EXPECT_TRUE(project.workplace().exists("nights/2026-03-02/bug-1.schedule")) << "earlier nights are kept";
  EXPECT_EQ(night("2026-03-04", "nights ./bank").status, 2) << "one search a night";
  EXPECT_EQ(night("2026-03-05", "nights").status, 2);
  EXPECT_EQ(night("2026-03-06", "nights /bin/true").status, 3) << "never a silent pass";
}

// What no-bug-found.md and cannot-see.md say of docs/samples is true.
TEST(Recipes, TheProgramsOfThePages) {
  const Project project;
  project.must("cp '" + (kRepository / "docs/samples").string() + "'/*.cc . && " +
               "for p in delivery unseen store_buffer; do heddle c++ -g -w $p.cc -o $p; done");
  struct Case {
    const char* command;
    int status;
    const char* said;
  };
  const std::string timeout = "--execution-timeout 1s ";
  for (const Case& each :
       {Case{"--executions 500 -- ./delivery", 0, "No bug found"},
        Case{"-- ./delivery 2", 1, "`parcels > 0' failed"},
        Case{"--spurious -- ./delivery", 1, "`parcels > 0' failed"},
        Case{"--memory sc --strategy dfs -- ./store_buffer", 0,
             "Exhausted: every schedule has been executed"},
        Case{"-- ./store_buffer", 1, "needs weak memory: "},
        Case{"-- ./unseen futex", 3, "it was between two scheduling points"},
        Case{"-- ./unseen stdio", 3, "it was between two scheduling points"},
        Case{"-- ./unseen timer", 3, "the program calls timer_create"},
        Case{"-- ./unseen nothing", 3, "the program never"},
        Case{"--executions 100 -- ./unseen assembly", 0, "No bug found"},
        Case{"--executions 20 -- ./unseen process", 0, "executions were run in processes of their own"}}) {
    SCOPED_TRACE(each.command);
    const Outcome outcome = project.shell("heddle run --quiet " + timeout + each.command);
    EXPECT_EQ(outcome.status, each.status) << describe(outcome);
    EXPECT_THAT(outcome.out + outcome.err, HasSubstr(each.said));
  }
}

// The blocks of a page in this language.
std::vector<std::string> blocks_of(const std::string& page, const std::string& language) {
  std::vector<std::string> blocks;
  const std::string start = "```" + language + "\n";
  for (std::size_t at = page.find(start); at != page.npos; at = page.find(start, at)) {
    at += start.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

// Files for editors are JSON, and the pattern of their problem matcher finds what heddle prints of a bug.
TEST(Recipes, TheEditorsPage) {
  std::ifstream file(kRepository / "docs/editors.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::vector<std::string> blocks = blocks_of(text.str(), "json");
  ASSERT_GE(blocks.size(), 3u);
  std::string pattern;
  for (const std::string& block : blocks) {
    const Json json = Json::parse(block, nullptr, false);
    EXPECT_TRUE(json.is_object()) << block;
    if (!json.contains("tasks")) continue;
    for (const Json& task : json["tasks"])
      if (task["problemMatcher"].is_object()) pattern = task["problemMatcher"]["pattern"]["regexp"];
  }
  ASSERT_NE(pattern, "");
  std::ifstream manifest(kRepository / "editors/vscode/package.json");
  EXPECT_EQ(Json::parse(manifest)["contributes"]["problemMatchers"][0]["pattern"]["regexp"], pattern);
  const Project project;
  project.must("cp '" + (kRepository / "examples").string() + "'/bank.cc . && heddle c++ -g bank.cc -o bank");
  const Outcome found = project.shell("heddle run --quiet ./bank");
  EXPECT_EQ(found.status, 1) << describe(found);
  std::smatch match;
  const std::regex expression(pattern, std::regex::ECMAScript | std::regex::multiline);
  ASSERT_TRUE(std::regex_search(found.out, match, expression)) << found.out;
  EXPECT_EQ(match[2], "bank.cc");
  EXPECT_EQ(match[3], "50");
}

TEST(Recipes, LinksLeadSomewhere) {
  static const std::regex link("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  std::size_t links = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(kRecipes)) {
    if (entry.path().extension() != ".md") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    const std::string page = text.str();
    for (std::sregex_iterator each(page.begin(), page.end(), link), end; each != end; ++each, ++links)
      EXPECT_TRUE(fs::exists(kRecipes / (*each)[1].str())) << entry.path().filename() << ": " << (*each)[1];
  }
  EXPECT_GT(links, 10u);
}

}  // namespace
}  // namespace heddle::e2e
