// heddle report: what the page is given of real bugs, and what is said where there is nothing to show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kTemplate[] =
    "<html><script type=\"application/json\" id=\"heddle-data\">null</script></html>\n";

// Columns of a trace, with what their numbers stand for.
class Page {
 public:
  explicit Page(Json trace) : trace_(std::move(trace)) {}

  const Json& operator[](const char* key) const { return trace_[key]; }
  std::size_t events() const { return column("thread").size(); }
  const Json& column(const char* name) const { return trace_["events"][name]; }
  int at(const char* name, std::size_t event) const { return column(name)[event]; }
  std::string kind(std::size_t event) const { return trace_["kinds"][at("kind", event)]; }
  std::string text(std::size_t event) const { return trace_["texts"][at("text", event)]; }

  // Names of what every thread holds at the end.
  std::map<std::string, std::multiset<std::string>> held_at_end() const {
    std::map<std::string, std::multiset<std::string>> held;
    for (const Json& change : trace_["locks"]) {
      std::multiset<std::string>& own = held[trace_["threads"][change[1].get<int>()]];
      const std::string lock = trace_["objects"][change[2].get<int>()]["name"];
      if (change[3] > 0)
        own.insert(lock);
      else
        own.erase(own.find(lock));
    }
    return held;
  }

  // Along edges and the order within threads.
  bool leads_to(std::size_t first, std::size_t second) const {
    std::map<std::size_t, std::vector<std::size_t>> into;
    for (const Json& edge : trace_["edges"]) into[edge[1]].push_back(edge[0]);
    std::map<std::size_t, bool> after;
    std::map<int, bool> thread_after;
    for (std::size_t i = first; i < events(); ++i) {
      bool& own = thread_after[at("thread", i)];
      if (i == first) own = true;
      for (std::size_t from : into[i])
        if (from >= first && after[from]) own = true;
      after[i] = own;
    }
    return after[second];
  }

 private:
  Json trace_;
};

class Report : public ::testing::Test {
 protected:
  // Runs the program, then makes the data of its page.
  void make(const std::string& program, std::vector<std::string> options = {}) {
    std::vector<std::string> words{"run", "--quiet"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", program});
    const Outcome found = here_.run_heddle(words);
    ASSERT_EQ(found.status, 1) << describe(found);
    EXPECT_THAT(found.out, HasSubstr("heddle report heddle-out"));
    report();
  }
  void report(std::vector<std::string> options = {}) {
    std::vector<std::string> words{"report", "--data", "page.json"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome made = here_.run_heddle(words);
    ASSERT_EQ(made.status, 0) << describe(made);
    EXPECT_THAT(made.out, HasSubstr("page.json: "));
    data_ = here_.json("page.json");
  }
  Page page(std::size_t bug = 0) const {
    EXPECT_TRUE(data_["bugs"][bug].contains("trace")) << data_["bugs"][bug].dump();
    return Page(data_["bugs"][bug]["trace"]);
  }

  // How many steps a schedule has: "Failed as recorded after 1,234 steps ...".
  std::size_t steps_of(const std::string& schedule) const {
    const Outcome replayed = here_.run_heddle({"replay", schedule});
    const std::size_t after = replayed.out.rfind("Failed as recorded after ");
    EXPECT_NE(after, std::string::npos) << describe(replayed);
    std::string digits;
    for (char c : replayed.out.substr(after + 25, 12))
      if (c == ' ')
        break;
      else if (c != ',')
        digits += c;
    return std::stoul(digits);
  }

  void expect_sound(const Page& trace) const {
    const std::size_t count = trace.events();
    for (const char* column : {"kind", "text", "object", "stack", "told"})
      ASSERT_EQ(trace.column(column).size(), count) << column;
    for (const Json& edge : trace["edges"]) {
      ASSERT_LT(edge[0], edge[1]);
      ASSERT_NE(trace.at("thread", edge[0]), trace.at("thread", edge[1]));
    }
    for (const Json& frame : trace["frames"]) {
      const int source = frame["source"];
      if (source < 0 || data_["sources"][source]["lines"].empty()) continue;
      EXPECT_GE(data_["sources"][source]["lines"].size(), frame["line"].get<std::size_t>()) << frame.dump();
    }
  }

  const Workplace here_;
  Json data_;
};

TEST_F(Report, OfADeadlockHasTheLocksThatAreHeld) {
  for (const char* name : {"lock_order", "lock_triangle", "lost_wakeup", "partial_deadlock_exit"}) {
    make(program(name));
    const Page trace = page();
    expect_sound(trace);
    const Json& bug = data_["run"]["bugs"][0];
    auto held = trace.held_at_end();
    std::size_t blocked = 0;
    for (const Json& thread : bug["threads"]) {
      std::multiset<std::string> expected;
      for (const Json& lock : thread["holds"]) expected.insert(lock["object"].get<std::string>());
      EXPECT_EQ(held[thread["name"]], expected) << name << " " << thread["name"];
      blocked += thread["state"] == "blocked" ? 1 : 0;
    }
    const Json& waits = data_["bugs"][0]["waits"];
    EXPECT_EQ(waits.size(), blocked) << name;
    EXPECT_EQ(trace["last"].size(), blocked) << name;
    if (std::string(name) != "lock_order") continue;
    for (const Json& wait : waits) {
      EXPECT_EQ(wait["in_cycle"], wait["operation"] == "lock") << wait.dump();
      EXPECT_THAT(wait["site"].get<std::string>(), HasSubstr("lock_order.cc:"));
    }
    EXPECT_THAT(data_["bugs"][0]["text"].get<std::string>(), HasSubstr("waits to lock"));
    EXPECT_THAT(data_["bugs"][0]["text"].get<std::string>(), Not(HasSubstr("\033")));
  }
}

TEST_F(Report, HasEveryStepAndTheWordsOfExplain) {
  make(program("lost_update"));
  const Page trace = page();
  expect_sound(trace);
  EXPECT_EQ(trace.events(), steps_of("heddle-out/bug-1.schedule"));
  EXPECT_EQ(data_["bugs"][0]["headline"], data_["run"]["bugs"][0]["message"]);
  EXPECT_THAT(trace["threads"], ::testing::ElementsAre("main", "main.0", "main.1"));
  const Outcome explained = here_.run_heddle({"explain", "--all", "heddle-out/bug-1.schedule"});
  std::size_t told = 0;
  for (std::size_t i = 0; i < trace.events(); ++i) {
    if (trace.at("told", i) == 0) continue;
    ++told;
    // A cell may break the text at a space.
    const std::string first = trace.text(i).substr(0, trace.text(i).find(' '));
    EXPECT_THAT(explained.out, HasSubstr(first)) << trace.text(i);
  }
  EXPECT_GT(told, 4u);
  EXPECT_EQ(trace["last"][0]["text"], "the assertion fails");
  const std::size_t switches = trace["switches"].size();
  EXPECT_GT(switches, 0u);
  EXPECT_LE(switches, data_["run"]["bugs"][0]["switches"])
      << "one that leaves and comes back is counted twice";
}

TEST_F(Report, OfARaceNothingLeadsFromOneAccessToTheOther) {
  std::size_t races = 0;
  for (const char* name :
       {"lost_update", "double_checked", "map_unprotected", "barrier_missing", "nested_threads"}) {
    make(program(name), {"--until", "budget", "--executions", "200"});
    for (std::size_t i = 0; i < data_["bugs"].size(); ++i) {
      const Json& bug = data_["run"]["bugs"][i];
      if (bug["kind"] != "data-race" || !data_["bugs"][i].contains("trace")) continue;
      if (bug["accesses"][0].value("allocates", false)) continue;  // no step of its own
      const Page trace = page(i);
      expect_sound(trace);
      const std::size_t first = trace["race"][0], second = trace["race"][1];
      EXPECT_EQ(first, bug["accesses"][0]["step"].get<std::size_t>() - 1) << name;
      EXPECT_EQ(second, bug["accesses"][1]["step"].get<std::size_t>() - 1) << name;
      EXPECT_EQ(trace["threads"][trace.at("thread", first)], bug["accesses"][0]["thread"]);
      EXPECT_EQ(trace["threads"][trace.at("thread", second)], bug["accesses"][1]["thread"]);
      EXPECT_NE(trace.at("thread", first), trace.at("thread", second));
      const std::set<std::string> accesses{"read",        "write",        "free",
                                           "atomic load", "atomic store", "atomic update"};
      EXPECT_TRUE(accesses.contains(trace.kind(first)) && accesses.contains(trace.kind(second)));
      EXPECT_FALSE(trace.leads_to(first, second)) << name << " bug " << i + 1;
      ++races;
    }
  }
  EXPECT_GT(races, 4u);
}

TEST_F(Report, EveryFrameHasItsLine) {
  here_.write("nasty.cc", R"(#include <thread>
#include <cstdlib>
int total; // </script><script>alert("&")</script>
void add() { ++total; }  // <!-- here
int main() {
  std::thread one(add), two(add);
  one.join();
  two.join();
  if (total != 2) std::abort();
}
)");
  ASSERT_EQ(here_.run_heddle({"c++", "-g", "nasty.cc", "-o", "nasty"}).status, 0);
  make("./nasty", {"--races", "ignore"});
  const Page trace = page();
  bool found = false;
  for (std::size_t i = 0; i < trace.events(); ++i) {
    if (trace.text(i).find("total = ") != 0) continue;
    const Json& frame = trace["frames"][trace["stacks"][trace.at("stack", i)][0].get<int>()];
    EXPECT_EQ(frame["place"], "nasty.cc:4");
    EXPECT_EQ(frame["function"], "add");
    EXPECT_EQ(data_["sources"][frame["source"].get<int>()]["lines"][3],
              "void add() { ++total; }  // <!-- here");
    found = true;
  }
  EXPECT_TRUE(found);

  here_.write("template.html", "<html></html>");
  const Outcome wrong = here_.run_heddle({"report", "--template", "template.html"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("the page has no place for the data"));
  here_.write("template.html", kTemplate);
  const Outcome made = here_.run_heddle({"report", "--template", "template.html"});
  ASSERT_EQ(made.status, 0) << describe(made);
  EXPECT_THAT(made.out, HasSubstr("heddle-out/report.html: "));
  EXPECT_THAT(made.out, HasSubstr("1 bug with its trace"));
  const std::string page = here_.read("heddle-out/report.html");
  EXPECT_EQ(page.find("</script>"), page.rfind("</script>")) << "only the template's own";
  EXPECT_EQ(page.find("<!--"), std::string::npos);
  EXPECT_THAT(page, HasSubstr("\\u003c/script\\u003e"));

  // Another program by the same name.
  ASSERT_EQ(here_.run_heddle({"c++", "-g", "-O2", "nasty.cc", "-o", "nasty"}).status, 0);
  report();
  EXPECT_FALSE(data_["bugs"][0].contains("trace"));
  EXPECT_THAT(data_["bugs"][0]["why_no_trace"].get<std::string>(), HasSubstr("it was built again"));
  EXPECT_EQ(data_["bugs"][0]["headline"], data_["run"]["bugs"][0]["message"]);
}

TEST_F(Report, ShowsTheLastEventsAndTheChosenBugs) {
  make(program("lost_update"), {"--until", "budget", "--executions", "300"});
  ASSERT_GT(data_["bugs"].size(), 1u);
  report({"--events", "10", "--bug", "2"});
  EXPECT_THAT(data_["bugs"][0]["why_no_trace"].get<std::string>(),
              HasSubstr("heddle explain heddle-out/bug-1.schedule"));
  const Page trace = page(1);
  EXPECT_EQ(trace.events(), 10u);
  EXPECT_TRUE(trace["cut"].get<bool>());
  const Outcome none = here_.run_heddle({"report", "--data", "page.json", "--bug", "77"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("there is no bug 77"));
}

TEST_F(Report, SaysWhatIsWrongWithAFolder) {
  const auto error = [&](const std::string& folder) {
    const Outcome outcome = here_.run_heddle({"report", folder, "--data", "page.json"});
    EXPECT_EQ(outcome.status, 2) << describe(outcome);
    return outcome.err;
  };
  EXPECT_THAT(error("nowhere"), HasSubstr("there is no folder 'nowhere'"));
  std::filesystem::create_directory(here_.path("empty"));
  EXPECT_THAT(error("empty"), HasSubstr("there is nothing to show in 'empty'"));
  std::filesystem::create_directory(here_.path("damaged"));
  here_.write("damaged/results.json", "{");
  EXPECT_THAT(error("damaged"), HasSubstr("results.json is damaged"));
  here_.write("damaged/results.json", "{\"program\": \"x\", \"bugs\": []}");
  here_.write("damaged/study.json", "{}");
  EXPECT_THAT(error("damaged"), HasSubstr("results.json and study.json"));
}

TEST_F(Report, OfAStudyHasItsTables) {
  const Outcome studied = here_.run_heddle({"study", "strategies", "--seeds", "1", "--executions", "20",
                                            "--strategies", "random", "--", program("lost_update")});
  ASSERT_EQ(studied.status, 0) << describe(studied);
  report({"heddle-study"});
  const Json& rows = data_["study"]["sections"][0]["table"]["rows"];
  ASSERT_EQ(rows.size(), 2u) << "the program, and the mean";
  EXPECT_EQ(rows[0][0], "lost_update");
  EXPECT_EQ(data_["bugs"], Json::array());
}

TEST_F(Report, OfTestsHasTheBugsOfEach) {
  make(program("lost_update"), {"--races", "ignore"});
  std::filesystem::create_directories(here_.path("tests/Suite.Name"));
  std::filesystem::copy_file(here_.path("heddle-out/bug-1.schedule"),
                             here_.path("tests/Suite.Name/bug-1.schedule"));
  Json bugs = data_["run"]["bugs"];
  for (Json& bug : bugs) bug["schedule"] = "Suite.Name/" + bug["schedule"].get<std::string>();
  Json results = {{"program", "./tests"},
                  {"tests",
                   {{{"name", "Suite.Passes"}, {"verdict", "passed"}},
                    {{"name", "Suite.Name"}, {"folder", "Suite.Name"}, {"bugs", bugs}}}}};
  here_.write("tests/results.json", results.dump());
  report({"tests"});
  EXPECT_EQ(data_["tests"]["tests"].size(), 2u);
  ASSERT_EQ(data_["bugs"].size(), 1u);
  EXPECT_EQ(data_["bugs"][0]["test"], 1);
  EXPECT_GT(page().events(), 10u);
}

TEST_F(Report, OpensThePage) {
  make(program("lost_update"));
  here_.write("template.html", kTemplate);
  std::filesystem::create_directory(here_.path("bin"));
  here_.write("bin/xdg-open", "#!/bin/sh\necho \"$1\" > opened.part\nmv opened.part opened\n");
  std::filesystem::permissions(here_.path("bin/xdg-open"), std::filesystem::perms::owner_all);
  Command open = here_.heddle({"report", "--open", "--template", "template.html"});
  open.environment["PATH"] = here_.path("bin") + ":/usr/bin:/bin";
  const Outcome opened = run(open);
  EXPECT_EQ(opened.status, 0) << describe(opened);
  EXPECT_TRUE(eventually(std::chrono::seconds(20), [&] { return here_.exists("opened"); }));
  EXPECT_THAT(here_.read("opened"), HasSubstr(here_.path("heddle-out/report.html")));
  open.environment["PATH"] = here_.path("empty");
  const Outcome nothing = run(open);
  EXPECT_EQ(nothing.status, 2);
  EXPECT_THAT(nothing.err, HasSubstr("open " + here_.path("heddle-out/report.html") + " in a browser"));
}

}  // namespace
}  // namespace heddle::e2e
