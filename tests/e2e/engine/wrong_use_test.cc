// What heddle says to somebody who has made a mistake: status 2 and one sentence, pinned in
// golden/wrong_use.txt.
#include <gtest/gtest.h>

#include <filesystem>

#include "support/golden.h"
#include "support/workplace.h"

namespace heddle::e2e {
namespace {

namespace fs = std::filesystem;

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
  for (const char* file : {"script", "text", "cut"})
    fs::permissions(workplace.path(file), fs::perms::owner_exec, fs::perm_options::add);
  fs::create_directory(workplace.path("folder"));

  const std::vector<std::vector<std::string>> mistakes = {
      {},
      {"walk"},
      {"run"},
      {"run", "--"},
      {"run", "./good"},
      {"run", "--", "./missing"},
      {"run", "--", "no-such-program-in-the-path"},
      {"run", "--", "./folder"},
      {"run", "--", "./source.cc"},
      {"run", "--", "./script"},
      {"run", "--", "./text"},
      {"run", "--", "./cut"},
      {"run", "--", "./static"},
      {"run", "--", "./setuid"},
      {"run", "--speed", "11", "--", "./good"},
      {"run", "--strategy", "telepathy", "--", "./good"},
      {"run", "--strategy", "random:speed=11", "--", "./good"},
      {"run", "--strategy", "random:switch=often", "--", "./good"},
      {"run", "--granularity", "coarse", "--", "./good"},
      {"run", "--until", "doomsday", "--", "./good"},
      {"run", "--time", "soon", "--", "./good"},
      {"run", "--time", "-5s", "--", "./good"},
      {"run", "--seed", "lucky", "--", "./good"},
      {"run", "--executions", "many", "--", "./good"},
      {"run", "--executions", "-1", "--", "./good"},
      {"run", "--out", "/proc/no/such/folder", "--", "./good"},
      {"replay"},
      {"replay", "./missing.schedule"},
      {"replay", "./folder"},
      {"replay", "./source.cc"},
      {"replay", "--repeat", "0", "./source.cc"},
      {"replay", "--program", "./missing", "./source.cc"},
  };
  std::string told;
  for (const std::vector<std::string>& arguments : mistakes) {
    const Outcome outcome = workplace.run_heddle(arguments);
    told += "$ heddle";
    for (const std::string& argument : arguments) told += " " + argument;
    told += "\n" + outcome.err;
    EXPECT_EQ(outcome.status, 2) << told;
    EXPECT_EQ(outcome.out, "") << told;
    EXPECT_FALSE(workplace.exists("heddle-out")) << told;
  }
  expect_golden("wrong_use.txt", told);
}

}  // namespace
}  // namespace heddle::e2e
