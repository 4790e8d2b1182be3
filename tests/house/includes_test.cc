// Holds every include of src/ against the table of rooms, and docs/architecture.md against the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "rooms.h"

namespace heddle::house {
namespace {

using ::testing::IsEmpty;

const std::filesystem::path kProject = HEDDLE_PROJECT;

const House& the_house() {
  static const House house(kProject / "src");
  return house;
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Includes, TheTableIsComplete) {
  EXPECT_THAT(the_house().mistakes(), IsEmpty());
  EXPECT_GT(the_house().files().size(), 500u);
  for (const std::string& file : the_house().files())
    EXPECT_NE(the_house().room_of(file), "") << "src/rooms.txt has no row for src/" << file;
  for (const Room& room : the_house().rooms()) {
    EXPECT_NE(room.holds, "") << room.name;
    EXPECT_TRUE(std::filesystem::is_directory(kProject / "src" / room.name)) << room.name;
  }
}

TEST(Includes, ARoomIncludesWhatItsRowSays) {
  EXPECT_GT(the_house().includes().size(), 1000u);
  for (const Include& include : the_house().includes()) {
    const std::string from = the_house().room_of(include.from), to = the_house().room_of(include.to);
    EXPECT_TRUE(the_house().may_use(from, to)) << "src/" << include.from << " includes " << include.to << ": "
                                               << from << " must not use " << to << " (src/rooms.txt)";
  }
}

TEST(Includes, NoUnitsIncludeEachOther) {
  for (const std::vector<std::string>& circle : circles(the_house().includes())) {
    std::string names;
    for (const std::string& unit : circle) names += " " + unit;
    ADD_FAILURE() << "units that include each other:" << names;
  }
}

TEST(Includes, CirclesAreFound) {
  EXPECT_THAT(circles({{"a/x.h", "a/y.h"}, {"a/y.cc", "a/z.h"}}), IsEmpty());
  EXPECT_EQ(circles({{"a/x.h", "a/y.h"}, {"a/y.cc", "a/z.h"}, {"a/z.cc", "a/x.h"}}).size(), 1u);
  EXPECT_THAT(circles({{"a/x.cc", "a/x.h"}}), IsEmpty()) << "a source file includes its own header";
}

// HEDDLE_UPDATE_GOLDEN=1 writes both anew.
TEST(Architecture, ShowsTheTable) {
  constexpr std::string_view kBegin = "<!-- rooms -->\n", kEnd = "<!-- end of rooms -->";
  const std::filesystem::path page = kProject / "docs/architecture.md";
  std::string text = contents(page);
  const std::size_t begin = text.find(kBegin), end = text.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::string table = as_markdown(the_house().rooms());
  if (std::getenv("HEDDLE_UPDATE_GOLDEN") != nullptr) {
    text.replace(begin + kBegin.size(), end - begin - kBegin.size(), table);
    std::ofstream(page) << text;
    return;
  }
  EXPECT_EQ(text.substr(begin + kBegin.size(), end - begin - kBegin.size()), table)
      << "docs/architecture.md shows another table than src/rooms.txt; renew it with HEDDLE_UPDATE_GOLDEN=1";
}

TEST(Architecture, ShowsThePicture) {
  const std::filesystem::path picture = kProject / "docs/rooms.svg";
  const std::string drawn = as_svg(the_house().rooms());
  if (std::getenv("HEDDLE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(picture) << drawn;
    return;
  }
  EXPECT_EQ(contents(picture), drawn)
      << "docs/rooms.svg shows other rooms than src/rooms.txt; renew it with HEDDLE_UPDATE_GOLDEN=1";
}

}  // namespace
}  // namespace heddle::house
