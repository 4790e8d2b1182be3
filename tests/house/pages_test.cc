// What the pages say about the project's own files: every path and link leads somewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace heddle::house {
namespace {

namespace fs = std::filesystem;

const fs::path kTop = HEDDLE_PROJECT;

std::vector<fs::path> pages() {
  std::vector<fs::path> found = {kTop / "README.md", kTop / "CONTRIBUTING.md", kTop / "CHANGELOG.md"};
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kTop / "docs"))
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

std::string text_of(const fs::path& page) {
  std::ifstream file(page);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// As GitHub makes it from a heading.
std::string anchor_of(std::string heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ')
      anchor += '-';
    else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return anchor;
}

bool has_anchor(const fs::path& page, const std::string& anchor) {
  const std::string text = text_of(page);
  const std::regex heading("(^|\\n)#+ ([^\\n]*)");
  for (std::sregex_iterator each(text.begin(), text.end(), heading), end; each != end; ++each)
    if (anchor_of((*each)[2]) == anchor) return true;
  return false;
}

TEST(Pages, LinksLeadSomewhere) {
  const std::regex link("\\]\\(([^)\\s]+)\\)");
  std::size_t links = 0;
  for (const fs::path& page : pages()) {
    const std::string text = text_of(page);
    for (std::sregex_iterator each(text.begin(), text.end(), link), end; each != end; ++each) {
      const std::string target = (*each)[1];
      if (target.find("://") != std::string::npos || target.starts_with("mailto:")) continue;
      ++links;
      const std::size_t hash = target.find('#');
      const fs::path file = hash == 0 ? page : page.parent_path() / target.substr(0, hash);
      EXPECT_TRUE(fs::exists(file)) << page << " links to " << target;
      if (hash != std::string::npos && file.extension() == ".md") {
        EXPECT_TRUE(has_anchor(file, target.substr(hash + 1))) << page << " links to " << target;
      }
    }
  }
  EXPECT_GT(links, 100u);
}

// Decisions and the change log tell of the past; all others must name files that are there.
TEST(Pages, PathsAreThere) {
  const std::regex path("`((src|tests|include|cmake|scripts|bench|web)/[A-Za-z0-9_./-]*)`");
  const std::regex placeholder("NAME|FAMILY|ROOM");
  std::size_t paths = 0;
  for (const fs::path& page : pages()) {
    if (page.parent_path().filename() == "decisions" || page.filename() == "CHANGELOG.md") continue;
    const std::string text = text_of(page);
    for (std::sregex_iterator each(text.begin(), text.end(), path), end; each != end; ++each) {
      const std::string named = (*each)[1];
      if (std::regex_search(named, placeholder)) continue;
      ++paths;
      EXPECT_TRUE(fs::exists(kTop / named)) << page << " names " << named;
    }
  }
  EXPECT_GT(paths, 30u);
}

TEST(Pages, ScheduleFileNamesEveryKey) {
  const std::string source = text_of(kTop / "src/event/schedule_file.cc");
  const std::string page = text_of(kTop / "docs/schedule-file.md");
  const std::regex key("key == \"([a-z-]+)\"");
  std::size_t keys = 0;
  for (std::sregex_iterator each(source.begin(), source.end(), key), end; each != end; ++each, ++keys)
    EXPECT_NE(page.find("`" + (*each)[1].str() + "`"), std::string::npos) << (*each)[1];
  EXPECT_GT(keys, 10u);
}

}  // namespace
}  // namespace heddle::house
