#include "install/outside_project.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace heddle::e2e {

namespace fs = std::filesystem;

OutsideProject::OutsideProject() {
  for (const fs::directory_entry& entry : fs::directory_iterator(HEDDLE_TEST_SOURCES "/install/project"))
    fs::copy_file(entry.path(), workplace_.path(entry.path().filename().string()));
}

Outcome OutsideProject::run(const std::vector<std::string>& words,
                            const std::map<std::string, std::string>& variables) const {
  Command command{words, workplace_.folder()};
  command.environment = variables;
  const char* path = std::getenv("PATH");
  command.environment["PATH"] =
      std::string(HEDDLE_TEST_PREFIX "/bin:") + (path != nullptr ? path : "/usr/bin:/bin");
  command.environment["PKG_CONFIG_PATH"] = HEDDLE_TEST_PREFIX "/lib/pkgconfig";
  return e2e::run(command);
}

void OutsideProject::build(const std::vector<std::string>& words,
                           const std::map<std::string, std::string>& variables) const {
  const Outcome outcome = run(words, variables);
  std::string command;
  for (const std::string& word : words) command += word + " ";
  ASSERT_EQ(outcome.status, 0) << command << "\n" << describe(outcome);
}

void OutsideProject::expect_bug_in(const std::string& program) const {
  const Outcome found = run({"heddle", "run", "--quiet", "--", program});
  ASSERT_EQ(found.status, 1) << describe(found);
  const Json results = workplace_.results();
  EXPECT_EQ(results.at("instrumented"), true);
  EXPECT_EQ(results.at("bugs").at(0).at("kind"), "assertion");
  EXPECT_EQ(results.at("bugs").at(0).at("stable"), true);
}

}  // namespace heddle::e2e
