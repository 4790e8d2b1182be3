// gcc's plugin for a g++ other than the one that Heddle was built with: it is built when it is first needed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "install/outside_project.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kSource = "heddle/share/heddle/gcc-plugin/instrument/gcc_plugin.cc";

class GccPlugin : public testing::Test {
 protected:
  GccPlugin() {
    fs::copy(HEDDLE_TEST_PREFIX, project_.path("heddle"),
             fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    project_.workplace().write("increment.cc",
                               "int count;\n"
                               "int main() { asm volatile(\"\" : \"+m\"(count)); }\n");
  }

  // As if it had been made with another compiler.
  void remove_installed_plugin() const {
    for (const fs::directory_entry& entry : fs::directory_iterator(project_.path("heddle/lib/heddle")))
      if (entry.path().filename().string().starts_with("gcc-plugin")) fs::remove(entry.path());
  }

  Outcome compile(std::vector<std::string> words) const {
    words.insert(words.begin(), {project_.path("heddle/bin/heddle"), "c++", "--compiler", "g++"});
    return project_.run(words, {{"XDG_CACHE_HOME", project_.path("cache")}});
  }

  bool sees_assembly() const {
    const Outcome compiled = compile({"-c", "increment.cc", "-o", "increment.o"});
    EXPECT_EQ(compiled.status, 0) << describe(compiled);
    return project_.run({"nm", "increment.o"}).out.find("__heddle_assembly_access") != std::string::npos;
  }

  // The files that the cache has with this end.
  std::vector<fs::path> cached(const std::string& end) const {
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(project_.path("cache/heddle")))
      if (entry.path().string().ends_with(end)) found.push_back(entry.path());
    return found;
  }

  OutsideProject project_;
};

TEST_F(GccPlugin, IsInstalled) {
  EXPECT_TRUE(sees_assembly());
  EXPECT_FALSE(project_.workplace().exists("cache/heddle"));
}

TEST_F(GccPlugin, IsBuiltForAnotherCompilerOnFirstUse) {
  remove_installed_plugin();
  EXPECT_TRUE(sees_assembly());
  ASSERT_EQ(cached(".so").size(), 1u);
  const auto built = fs::last_write_time(cached(".so")[0]);
  EXPECT_TRUE(sees_assembly());
  EXPECT_EQ(fs::last_write_time(cached(".so")[0]), built);
}

#if HEDDLE_FULL_TESTS
TEST_F(GccPlugin, ThatCannotBeBuiltIsTriedOnce) {
  remove_installed_plugin();
  const std::string text = project_.workplace().read(kSource);
  project_.workplace().write(kSource, "#error no\n");
  const Outcome linked = compile({"increment.cc", "-o", "increment"});
  EXPECT_EQ(linked.status, 0) << describe(linked);
  EXPECT_THAT(linked.err, HasSubstr("memory operands of asm, are not seen: Heddle's plugin cannot be built"));
  EXPECT_THAT(linked.err, Not(HasSubstr("#error")));
  ASSERT_EQ(cached(".failed").size(), 1u);
  EXPECT_THAT(linked.err, HasSubstr("remove " + cached(".failed")[0].string() + " to try again"));

  project_.workplace().write(kSource, text);
  EXPECT_FALSE(sees_assembly());
  fs::remove(cached(".failed")[0]);
  EXPECT_TRUE(sees_assembly());
}
#endif

}  // namespace
}  // namespace heddle::e2e
