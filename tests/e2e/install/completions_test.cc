// Completions and the manual page know every option that --help shows, and the shells take them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

const std::string kShare = HEDDLE_TEST_PREFIX "/share";
const std::string kBash = kShare + "/bash-completion/completions/heddle";
const std::string kZsh = kShare + "/zsh/site-functions/_heddle";
const std::string kFish = kShare + "/fish/vendor_completions.d/heddle.fish";
const std::string kManual = kShare + "/man/man1/heddle.1";
const char* const kVerbs[] = {"run",       "test",  "replay",     "report", "verify",
                              "guarantee", "study", "strategies", "doctor"};

std::string contents(const std::string& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::set<std::string> options_in_help(const Workplace& workplace, const std::string& verb) {
  std::set<std::string> options;
  const std::string help = workplace.run_heddle({verb, "--help"}).out;
  const std::string list = help.substr(0, help.find("Exit status"));
  const std::regex option("\n +(?:-[a-z], ?)?(--[a-z-]+)");
  for (std::sregex_iterator each(list.begin(), list.end(), option), end; each != end; ++each)
    options.insert((*each)[1]);
  return options;
}

// What bash would offer for the words, of which the last is being written.
std::string offered(const Workplace& workplace, const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += "'" + word + "' ";
  const Outcome outcome =
      run({{"bash", "-c",
            "compopt() { :; }; source " + kBash + "; COMP_WORDS=(" + list + "); COMP_CWORD=" +
                std::to_string(words.size() - 1) + "; _heddle; printf '%s\\n' \"${COMPREPLY[@]}\""},
           workplace.folder()});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  return outcome.out;
}

TEST(Completions, KnowEveryOption) {
  const Workplace workplace;
  for (const char* verb : kVerbs) {
    const std::set<std::string> options = options_in_help(workplace, verb);
    ASSERT_TRUE(options.contains("--help")) << verb;
    const std::string bash = offered(workplace, {"heddle", verb, "--"});
    for (const std::string& option : options) {
      EXPECT_THAT(bash, HasSubstr(option + "\n")) << verb;
      EXPECT_THAT(contents(kZsh), HasSubstr("'" + option + "[")) << verb;
      EXPECT_THAT(contents(kFish), HasSubstr("from " + std::string(verb) + "' -l " + option.substr(2) + " "))
          << verb;
      EXPECT_THAT(contents(kManual), HasSubstr(std::regex_replace(option, std::regex("-"), "\\-"))) << verb;
    }
  }
}

TEST(Completions, KnowVerbsAndValues) {
  const Workplace workplace;
  const std::string verbs = offered(workplace, {"heddle", ""});
  for (const char* verb :
       {"run", "test", "replay", "report", "guarantee", "study", "strategies", "doctor", "cc", "c++"})
    EXPECT_THAT(verbs, HasSubstr(std::string(verb) + "\n"));
  EXPECT_EQ(offered(workplace, {"heddle", "repl"}), "replay\n");
  std::istringstream strategies(workplace.run_heddle({"strategies"}).out);
  const std::string names = offered(workplace, {"heddle", "run", "--strategy", ""});
  std::size_t count = 0;
  for (std::string line; std::getline(strategies, line);) {
    if (line[0] == ' ') continue;
    ++count;
    EXPECT_THAT(names, HasSubstr(line.substr(0, line.find(' ')) + "\n"));
  }
  EXPECT_GE(count, 12u);
  EXPECT_EQ(offered(workplace, {"heddle", "run", "--granularity", "s"}), "sync\nshared\n");
  EXPECT_EQ(offered(workplace, {"heddle", "run", "--stall", ""}), "none\nany\n");
  EXPECT_EQ(offered(workplace, {"heddle", "test", "--annotations", "g"}), "github\ngitlab\n");
  EXPECT_EQ(offered(workplace, {"heddle", "study", ""}), "rpro\ntsa\nhars\nbc-contest\natg\nstrategies\n");
  EXPECT_EQ(offered(workplace, {"heddle", "study", "rpro", "--full"}), "--full-sweep\n");
}

TEST(Completions, AreTakenByTheirShells) {
  const Workplace workplace;
  EXPECT_EQ(run({{"bash", "-n", kBash}}).status, 0);
  const Outcome zsh = run({{"zsh", "-n", kZsh}});
  EXPECT_EQ(zsh.status, 0) << describe(zsh);
  // fish writes a configuration of its own, so it gets a home.
  Command fish{{"fish", "--no-config", "-c", "source " + kFish + "; complete -C 'heddle run --gran'"},
               workplace.folder()};
  fish.environment["HOME"] = workplace.folder();
  const Outcome completed = run(fish);
  EXPECT_EQ(completed.status, 0) << describe(completed);
  EXPECT_THAT(completed.out, HasSubstr("--granularity"));
}

TEST(ManualPage, IsGoodRoff) {
  const Outcome formatted = run({{"groff", "-man", "-Tutf8", "-ww", "-P-cbou", kManual}});
  EXPECT_EQ(formatted.status, 0) << describe(formatted);
  EXPECT_EQ(formatted.err, "");
  EXPECT_THAT(formatted.out, HasSubstr("heddle replay heddle-out/bug-1.schedule --gdb"));
}

}  // namespace
}  // namespace heddle::e2e
