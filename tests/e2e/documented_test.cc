// docs/interposed-functions.md names every function that exports.map lets in front of the program's own, and
// nothing else; and the tests that it names exist.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = fs::path(HEDDLE_TEST_SOURCES).parent_path().parent_path();

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  EXPECT_TRUE(stream) << file;
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::set<std::string> matches(const std::string& text, const char* expression) {
  const std::regex pattern(expression);
  std::set<std::string> found;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
    found.insert((*match)[1]);
  return found;
}

// The functions of a table's rows: what stands in the first column.
std::set<std::string> documented() {
  std::set<std::string> names;
  std::istringstream lines(read(kRoot / "docs/interposed-functions.md"));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    names.merge(matches(line.substr(0, line.find('|', 1)), "`(\\w+)`"));
  }
  return names;
}

std::set<std::string> exported() {
  const std::string map = read(kRoot / "src/runtime/exports.map");
  const std::size_t start = map.find("/* interposed functions */");
  const std::size_t end = map.find("/*", start + 2);
  return matches(map.substr(start, end - start), "(\\w+);");
}

TEST(InterposedFunctions, AreDocumented) {
  EXPECT_EQ(documented(), exported());
}

TEST(InterposedFunctions, AreTested) {
  const std::set<std::string> tests =
      matches(read(kRoot / "docs/interposed-functions.md"), "`(tests/[^`]+)`");
  EXPECT_GT(tests.size(), 10u);
  for (const std::string& test : tests) EXPECT_TRUE(fs::exists(kRoot / test)) << test;
}

// A row of tests/posix must be true for each of its functions: the program calls all of them by name.
TEST(InterposedFunctions, AreCalledByTheirTests) {
  std::istringstream lines(read(kRoot / "docs/interposed-functions.md"));
  std::size_t functions = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t last = line.rfind("`tests/posix/");
    if (last == std::string::npos || !line.starts_with("| `")) continue;
    const std::string file = line.substr(last + 1, line.find('`', last + 1) - last - 1);
    const std::string program = read(kRoot / file);
    for (const std::string& name : matches(line.substr(0, line.find('|', 1)), "`(\\w+)`")) {
      ++functions;
      EXPECT_TRUE(name.starts_with("_") || program.find(name + "(") != std::string::npos)
          << file << " does not call " << name;
    }
  }
  EXPECT_GT(functions, 100u);
}

}  // namespace
}  // namespace heddle::e2e
