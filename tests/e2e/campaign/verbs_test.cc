// What the verbs of heddle campaign say and write.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "campaign/support.h"

namespace heddle::e2e {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(CampaignVerbs, FromTheDescriptionToAReplay) {
  const CampaignPlace campaign;
  campaign.create(description_of({"lost_update", "lock_order"}, 300, 100));
  const Outcome worked = campaign.campaign({"work", "--trust", "--jobs", "2"});
  ASSERT_EQ(worked.status, 0) << describe(worked);
  EXPECT_THAT(worked.out, HasSubstr("6 units of work done, 600 executions"));

  const Outcome status = campaign.campaign({"status", "--all"});
  EXPECT_EQ(status.status, 0) << describe(status);
  EXPECT_THAT(status.out, AllOf(HasSubstr("Campaign test: ended"), HasSubstr("600 executions in all"),
                                HasSubstr("lock_order   pct:depth=3  done")));
  const Outcome bugs = campaign.campaign({"bugs"});
  EXPECT_THAT(bugs.out, AllOf(HasSubstr("lock_order: deadlock: main.0 and main.1 wait for each other"),
                              HasSubstr("with pct:depth=3"), HasSubstr("lost_update: assertion at ")));
  std::string deadlock;  // which of the two comes first is chance
  const Json known = campaign.status();
  for (const Json& bug : known.at("bugs"))
    if (bug.at("program") == "lock_order") deadlock = std::to_string(bug.at("id").get<int>());
  const Outcome shown = campaign.campaign({"bugs", "--show", deadlock});
  EXPECT_THAT(shown.out, HasSubstr("The threads at that moment:")) << describe(shown);

  const Outcome exported = campaign.campaign({"export"});
  ASSERT_EQ(exported.status, 0) << describe(exported);
  for (const Json& bug : campaign.place().json("heddle-campaign/campaign.json").at("bugs")) {
    if (!bug.at("stable")) continue;
    const std::string schedule = "heddle-campaign/" + bug.at("program").get<std::string>() + "-1/bug-" +
                                 std::to_string(bug.at("id").get<int>()) + ".schedule";
    const Outcome replayed = campaign.place().run_heddle({"replay", schedule});
    EXPECT_EQ(replayed.status, 1) << describe(replayed);
  }

  const Outcome page = campaign.campaign({"report"});
  EXPECT_EQ(page.status, 0) << describe(page);
  EXPECT_THAT(campaign.place().read("campaign.html"),
              AllOf(HasSubstr("Bugs over time"), HasSubstr("Coverage over time"),
                    HasSubstr("<td class=\"left\">lock_order"), HasSubstr("The threads at that moment:")));

  // With a larger budget it goes on.
  campaign.create(description_of({"lost_update", "lock_order"}, 400, 100));
  EXPECT_THAT(campaign.campaign({"work", "--trust", "--jobs", "1"}).out,
              HasSubstr("2 units of work done, 200 executions"));
}

TEST(CampaignVerbs, ANewBuildIsCompared) {
  const CampaignPlace campaign;
  const Workplace& place = campaign.place();
  place.copy_of(program("lost_update"), "bank");
  const std::string description = description_of({place.path("bank")}, 200, 100);
  campaign.create(description);
  EXPECT_THAT(campaign.campaign({"compare"}).err, HasSubstr("every program of the campaign has one series"));
  EXPECT_EQ(campaign.campaign({"work", "--trust", "--jobs", "1"}).status, 0);
  std::filesystem::remove(place.path("bank"));
  place.copy_of(program("lost_update_fixed"), "bank");
  campaign.create(description);
  EXPECT_EQ(campaign.campaign({"work", "--trust", "--jobs", "1"}).status, 0);
  const Outcome repaired = campaign.campaign({"compare"});
  EXPECT_EQ(repaired.status, 0) << describe(repaired);
  EXPECT_THAT(repaired.out, AllOf(HasSubstr("bank: series 1 (200 executions) and series 2 (200 executions)"),
                                  HasSubstr("gone ("), Not(HasSubstr("new ("))));
  const Outcome broken = campaign.campaign({"compare", "--before", "2", "--after", "1"});
  EXPECT_EQ(broken.status, 1) << describe(broken);
  EXPECT_THAT(broken.out, HasSubstr("new ("));
}

TEST(CampaignVerbs, TestsOfABinaryAreCells) {
  const CampaignPlace campaign;
  campaign.create(
      "name = 'tests'\nstrategies = ['auto']\nunit = 50\n[end]\nexecutions = 50\n[[program]]\ntests = "
      "true\npath = '" +
      program("../gtest_cases") + "'\nfilter = ['*LosesUpdates:*TwoOrders']\n");
  const Outcome worked = campaign.campaign({"work", "--trust", "--jobs", "1", "--quiet"});
  EXPECT_EQ(worked.status, 0) << describe(worked);
  const CampaignFacts facts = campaign.facts();
  EXPECT_FALSE(facts.bugs.empty()) << campaign.status().dump(1);
}

TEST(CampaignVerbs, ProgramsOfAStoreAreNotTrusted) {
  const CampaignPlace campaign;
  campaign.place().write("campaign.toml", description_of({"lost_update"}, 100, 100));
  const Outcome created = campaign.campaign({"create", "campaign.toml", "--signatures", "sums"});
  ASSERT_EQ(created.status, 0) << describe(created);
  const Outcome asked = campaign.campaign({"work"});
  EXPECT_EQ(asked.status, 2);
  EXPECT_THAT(asked.err, HasSubstr("say --trust; otherwise --signatures FILE"));

  campaign.place().write("others", std::string(64, '0') + "  other\n");
  const Outcome refused = campaign.campaign({"work", "--signatures", "others", "--jobs", "1"});
  EXPECT_EQ(refused.status, 3) << describe(refused);
  EXPECT_THAT(refused.err, HasSubstr("the signature file does not list bin/lost_update"));
  campaign.place().write("wrong", "no sum\n");
  EXPECT_EQ(campaign.campaign({"work", "--signatures", "wrong"}).status, 2);

  const Outcome worked = campaign.campaign({"work", "--signatures", "sums", "--jobs", "1"});
  EXPECT_EQ(worked.status, 0) << describe(worked);
  EXPECT_THAT(worked.out, HasSubstr("1 unit of work done, 100 executions"));
}

TEST(CampaignVerbs, PasswordsAreNotShown) {
  const Workplace place;
  const Outcome refused =
      place.run_heddle({"campaign", "status", "--store", "postgresql://u:secret@127.0.0.1:1/d"});
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("Put the URL into the environment variable HEDDLE_STORE"),
                                 Not(HasSubstr("secret"))));
  Command command = place.heddle({"campaign", "work", "--trust", "--jobs", "1", "--patience", "1ms"});
  command.environment["HEDDLE_STORE"] = "postgresql://u:secret@127.0.0.1:1/d";
  const Outcome away = run(command);
  EXPECT_EQ(away.status, 3);
  EXPECT_THAT(away.err, AllOf(HasSubstr("postgresql://u:***@127.0.0.1:1/d cannot be reached"),
                              Not(HasSubstr("secret"))));
}

TEST(CampaignVerbs, AnInterruptedWorkerGivesItsUnitBack) {
  const CampaignPlace campaign;
  std::string text = description_of({"lost_update_fixed"}, 100'000'000, 100'000'000);
  text.replace(text.find("lease = \"1s\""), 12, "lease = \"1h\"");
  campaign.create(text);
  const std::unique_ptr<Process> worker = campaign.worker();
  ASSERT_TRUE(eventually(
      30s, [&] { return campaign.campaign({"status"}).out.find("at work ") != std::string::npos; }));
  worker->signal(SIGTERM);
  EXPECT_EQ(worker->finish().status, 130);
  EXPECT_THAT(campaign.campaign({"status", "--all"}).out,
              AllOf(HasSubstr("interrupted"), HasSubstr("0 workers at work")));
  // The next one has it at once.
  const std::unique_ptr<Process> next = campaign.worker();
  ASSERT_TRUE(eventually(
      30s, [&] { return campaign.campaign({"status"}).out.find(" at work ") != std::string::npos; }));
  next->signal(SIGTERM);
  next->finish();
}

TEST(CampaignVerbs, WhatWorkersAreStartedByIsWellFormed) {
  const Workplace place;
  const Outcome script =
      place.run_heddle({"campaign", "submit", "--slurm", "--campaign", "nightly", "--dry-run"});
  EXPECT_EQ(script.status, 0) << describe(script);
  EXPECT_EQ(run({{"sh", "-n"}, ".", script.out}).status, 0);
  const Outcome manifest = place.run_heddle(
      {"campaign", "submit", "--kubernetes", "--campaign", "nightly", "--image", "heddle:1"});
  EXPECT_EQ(manifest.status, 0) << describe(manifest);
  const Outcome read =
      run({{"python3", "-c",
            "import sys, yaml\n"
            "job = yaml.safe_load(sys.stdin)\n"
            "assert job['kind'] == 'Job' and job['spec']['completionMode'] == 'Indexed'\n"
            "pod = job['spec']['template']['spec']\n"
            "assert pod['restartPolicy'] == 'OnFailure'\n"
            "worker = pod['containers'][0]\n"
            "assert worker['args'][:2] == ['campaign', 'work'], worker['args']\n"
            "assert worker['resources']['limits']['memory'] == '2Gi'\n"
            "store = worker['env'][-1]\n"
            "assert store['valueFrom']['secretKeyRef'] == {'name': 'heddle-store', 'key': 'url'}\n"},
           ".",
           manifest.out});
  EXPECT_EQ(read.status, 0) << describe(read);
  const Outcome unset = place.run_heddle({"campaign", "submit", "--slurm", "--campaign", "nightly"});
  EXPECT_EQ(unset.status, 2);
  EXPECT_THAT(unset.err, HasSubstr("HEDDLE_STORE is not set"));
}

TEST(CampaignVerbs, TheServiceOfThePageIsWellFormed) {
  const Outcome read = run({{"python3", "-c",
                             "import configparser, re, shlex, sys\n"
                             "page = open(sys.argv[1]).read()\n"
                             "unit = configparser.ConfigParser(strict=False, interpolation=None)\n"
                             "unit.optionxform = str\n"
                             "unit.read_string(re.search('```ini\\n(.*?)```', page, re.S).group(1))\n"
                             "assert unit['Service']['KillSignal'] == 'SIGTERM'\n"
                             "print(' '.join(shlex.split(unit['Service']['ExecStart'])[1:]))\n",
                             HEDDLE_TEST_REPOSITORY "/docs/campaigns.md"}});
  ASSERT_EQ(read.status, 0) << describe(read);
  // Its options are those that there are: it gets as far as the signature file.
  std::istringstream words(read.out);
  const Workplace place;
  const std::vector<std::string> arguments((std::istream_iterator<std::string>(words)),
                                           std::istream_iterator<std::string>());
  const Outcome worked = place.run_heddle(arguments);
  EXPECT_EQ(worked.status, 2) << describe(worked);
  EXPECT_THAT(worked.err, HasSubstr("cannot read '/etc/heddle/signatures'"));
}

TEST(CampaignVerbs, OtherMachinesAreRefusedInASentence) {
  const CampaignPlace campaign;
  campaign.create(description_of({"lost_update"}, 100, 100));
  const auto with = [&campaign](const std::string& change) {
    EXPECT_EQ(
        run({{"python3", "-c",
              "import sqlite3, sys\nwith sqlite3.connect(sys.argv[1]) as store: store.execute(sys.argv[2])\n",
              campaign.place().path("a.sqlite"), change}})
            .status,
        0);
    return campaign.campaign({"work", "--trust", "--jobs", "1"});
  };
  const Outcome machine = with("UPDATE series SET architecture = 'riscv64'");
  EXPECT_EQ(machine.status, 3) << describe(machine);
  EXPECT_THAT(machine.err,
              HasSubstr("'lost_update' cannot be explored here: it was built for riscv64, this machine is "));
  const Outcome name = with("UPDATE packed SET path = '../../lost_update'");
  EXPECT_EQ(name.status, 3) << describe(name);
  const Outcome newer = with("INSERT INTO heddle_schema VALUES (1000, 'later', 0)");
  EXPECT_EQ(newer.status, 3) << describe(newer);
  EXPECT_THAT(newer.err, HasSubstr("use the newer heddle here, too"));
}

TEST(CampaignVerbs, WrongUseIsExplained) {
  const Workplace place;
  const auto error_of = [&place](const std::vector<std::string>& arguments, int status) {
    const Outcome outcome = place.run_heddle(arguments);
    EXPECT_EQ(outcome.status, status) << describe(outcome);
    return outcome.err;
  };
  EXPECT_THAT(error_of({"campaign", "status", "--store", "none.sqlite"}, 3),
              HasSubstr("'heddle campaign create FILE --store none.sqlite' makes one"));
  EXPECT_THAT(error_of({"campaign", "create", "none.toml"}, 2), HasSubstr("none.toml"));
  place.write("c.toml", "name = 'a'\n[[program]]\npath = 'missing'\n");
  EXPECT_THAT(error_of({"campaign", "create", "c.toml"}, 3), HasSubstr("there is no program"));
  place.write("c.toml", "name = 'a'\n[[program]]\npath = 'b'\noptions = { out = 'here' }\n");
  EXPECT_THAT(error_of({"campaign", "create", "c.toml"}, 2),
              HasSubstr("a campaign's program has no option 'out'"));
  place.write("c.toml", "name = 'a'\n[[program]]\npath = 'b'\noptions = { granularity = 'fine' }\n");
  EXPECT_THAT(error_of({"campaign", "create", "c.toml"}, 2), HasSubstr("program 'b'"));
}

}  // namespace
}  // namespace heddle::e2e
