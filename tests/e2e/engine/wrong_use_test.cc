// What heddle says to somebody who has made a mistake: status 2 and one sentence that names what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "support/golden.h"
#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

struct Mistake {
  std::vector<std::string> arguments;
  std::string named;  // what the sentence must name
};

const Mistake kMistakes[] = {
    {{}, "heddle --help"},
    {{"walk"}, "walk"},
    {{"rnu", "./good"}, "did you mean 'run'?"},
    {{"help", "walk"}, "walk"},
    {{"run"}, "./program"},
    {{"run", "--"}, "'--'"},
    {{"run", "./good", "--time", "5s"}, "-- ./good"},
    {{"run", "./missing"}, "./missing"},
    {{"run", "--", "./missing"}, "./missing"},
    {{"run", "--", "no-such-program-in-the-path"}, "no-such-program-in-the-path"},
    {{"run", "--", "./folder"}, "directory"},
    {{"run", "--", "./source.cc"}, "not executable"},
    {{"run", "--", "./script"}, "script"},
    {{"run", "--", "./text"}, "not an ELF program"},
    {{"run", "--", "./cut"}, "damaged"},
    {{"run", "--", "./static"}, "statically linked"},
    {{"run", "--", "./foreign"}, "another machine"},
    {{"run", "--", "./setuid"}, "setuid"},
    {{"run", "--speed", "11", "--", "./good"}, "--speed"},
    {{"run", "--exections", "11", "./good"}, "--executions"},
    {{"run", "--width", "20", "./good"}, "60 to 200"},
    {{"run", "--json", "-", "--sarif", "-", "./good"}, "only one"},
    {{"run", "--strategy", "telepathy", "--", "./good"}, "telepathy"},
    {{"run", "--strategy", "random:speed=11", "--", "./good"}, "speed"},
    {{"run", "--strategy", "random:switch=often", "--", "./good"}, "often"},
    {{"run", "--granularity", "coarse", "--", "./good"}, "coarse"},
    {{"run", "--carrier", "pigeons", "--", "./good"}, "pigeons"},
    {{"run", "--until", "doomsday", "--", "./good"}, "doomsday"},
    {{"run", "--time", "soon", "--", "./good"}, "soon"},
    {{"run", "--time", "-5s", "--", "./good"}, "-5s"},
    {{"run", "--seed", "lucky", "--", "./good"}, "lucky"},
    {{"run", "--executions", "many", "--", "./good"}, "many"},
    {{"run", "--executions", "-1", "--", "./good"}, "-1"},
    {{"run", "--executions", "0", "--", "./good"}, "--executions"},
    {{"run", "--out", "/proc/no/such/folder", "--", "./good"}, "/proc/no/such/folder"},
    {{"replay"}, "FILE"},
    {{"replay", "./missing.schedule"}, "./missing.schedule"},
    {{"replay", "./folder"}, "./folder"},
    {{"replay", "./source.cc"}, "no schedule file"},
    {{"replay", "--repeat", "0", "./source.cc"}, "--repeat"},
    {{"replay", "h2:AAAA"}, "not complete"},
};

TEST(WrongUse, IsExplained) {
  const Workplace workplace;
  workplace.copy_of(program("lost_update"), "good");
  workplace.copy_of(program("lock_order_c_static", "foreign"), "static");
  workplace.copy_of(program("lost_update"), "setuid");
  fs::permissions(workplace.path("setuid"), fs::perms::set_uid, fs::perm_options::add);
  workplace.write("source.cc", "int main() {}\n");
  workplace.write("script", "#!/bin/sh\n./good\n");
  workplace.write("text", "not a program\n");
  workplace.write("cut", workplace.read("good").substr(0, 40));
  std::string foreign = workplace.read("good");
  foreign[18] = 2;  // e_machine: SPARC
  workplace.write("foreign", foreign);
  for (const char* file : {"script", "text", "cut", "foreign"})
    fs::permissions(workplace.path(file), fs::perms::owner_exec, fs::perm_options::add);
  fs::create_directory(workplace.path("folder"));

  std::string told;
  for (const Mistake& mistake : kMistakes) {
    std::string line = "$ heddle";
    for (const std::string& argument : mistake.arguments) line += " " + argument;
    SCOPED_TRACE(line);
    const Outcome outcome = workplace.run_heddle(mistake.arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_TRUE(outcome.out.empty());
    EXPECT_THAT(outcome.err, HasSubstr(mistake.named));
    EXPECT_LT(outcome.err.size(), 400u) << "one sentence";
    EXPECT_FALSE(workplace.exists("heddle-out"));
    fs::remove_all(workplace.path("heddle-out"));
    told += line + "\n" + outcome.err;
  }
  expect_golden("wrong_use.txt", told);
}

}  // namespace
}  // namespace heddle::e2e
