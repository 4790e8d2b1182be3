// What a page is given: all kinds of results, text that must not become markup, and what is cut.
#include "report/page/page_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/access_detail.h"
#include "report/page/packed_columns.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

constexpr char kNasty[] = "</script><script>alert(1)</script><!-- & \u2028\u2029 \xff";
constexpr char kTemplate[] =
    "<html>\n<script type=\"application/json\" id=\"heddle-data\">null</script>\n<p>null</p></html>";

std::optional<std::string> no_file(const std::string&) {
  return std::nullopt;
}
std::optional<std::string> no_source(const std::string&, std::size_t) {
  return std::nullopt;
}

// As web/src/model/packed.ts unpacks them; its test has the same texts.
TEST(PackedColumns, AreTextWhereTheyAreLong) {
  std::vector<int> bytes(kWorthPacking, -1);
  bytes[1] = 0;
  bytes[2] = 1;
  bytes[3] = 254;
  const std::string one = column_of(bytes);
  EXPECT_EQ(one.substr(0, 7), "1AAEC/w");
  bytes[1] = 255;
  bytes[2] = 65534;
  EXPECT_EQ(std::string(column_of(bytes)).substr(0, 9), "2AAAAAf//");
  bytes[0] = 0;
  bytes[1] = 65536;
  EXPECT_EQ(std::string(column_of(bytes)).substr(0, 11), "4AQAAAAEAAQ");
  EXPECT_EQ(column_of({1, -1}), Json({1, -1}));
  EXPECT_EQ(rows_of({1, 2, 3, 4}, 2), Json({{1, 2}, {3, 4}}));
  ASSERT_EQ(rows_of(bytes, 2).size(), 2u);
  EXPECT_EQ(std::string(rows_of(bytes, 2)[0])[0], '2');
  EXPECT_EQ(std::string(rows_of(bytes, 2)[1])[0], '4');
}

// Two threads under one mutex, and an access of each to `total` outside it.
class SmallTrace {
 public:
  SmallTrace() {
    const testing::Bank& bank = testing::Bank::instance();
    trace.locations = {bank.global("mutex_a"), bank.global("total")};
    add(0, OperationKind::kThreadCreate, kNoLocation, 1);
    add(1, OperationKind::kThreadStart, kNoLocation);
    add(0, OperationKind::kLock, 1);
    add(0, OperationKind::kUnlock, 1);
    add(1, OperationKind::kLock, 1);
    add(1, OperationKind::kWrite, 2, plain_detail(0, 0, 4), 4);
    add(0, OperationKind::kWrite, 2, plain_detail(0, 0, 4), 4);
    failure = testing::failed_assertion(bank);
  }

  void add(ThreadId thread, OperationKind kind, LocationId location, std::uint32_t detail = 0,
           std::uint8_t size = 0) {
    const SiteId site = testing::Bank::instance().site("lock(mutex_a);");
    trace.events.push_back({location, site, thread, kind, size, detail});
    trace.values.push_back({7, trace.events.size(), 0, 0});
    trace.stacks.push_back(0);
  }

  Json json(std::size_t most = 1000) {
    PageSources sources(no_source);
    const auto made =
        page_trace({trace, failure, threads, preemptions, most}, testing::Bank::instance().places(), sources);
    return Json::parse(made.dump());
  }

  ExplainedTrace trace;
  Failure failure;
  std::vector<std::string> threads{"main", "main.0"};
  std::vector<std::uint32_t> preemptions{2};
};

TEST(PageTrace, HasColumnsAndWhatTheirNumbersStandFor) {
  SmallTrace small;
  const Json json = small.json();
  const Json& events = json["events"];
  EXPECT_EQ(events["thread"], Json({0, 1, 0, 0, 1, 1, 0}));
  for (const char* column : {"kind", "text", "object", "stack", "told"})
    EXPECT_EQ(events[column].size(), 7u) << column;
  const auto text = [&](std::size_t event) { return json["texts"][events["text"][event].get<int>()]; };
  EXPECT_EQ(text(0), "create main.0");
  EXPECT_EQ(text(1), "starts");
  EXPECT_EQ(text(2), "lock mutex_a");
  EXPECT_EQ(text(5), "total = 6");
  EXPECT_EQ(events["text"][2], events["text"][4]) << "the same words have one number";
  EXPECT_EQ(json["kinds"][events["kind"][5].get<int>()], "write");
  EXPECT_EQ(json["objects"][events["object"][5].get<int>()]["name"], "total");
  EXPECT_EQ(events["object"][0], -1);
  EXPECT_EQ(json["stacks"][events["stack"][1].get<int>()], Json::array())
      << "a thread that starts is nowhere";
  const int frame = json["stacks"][events["stack"][2].get<int>()][0];
  EXPECT_EQ(json["frames"][frame]["function"], "deposit");
  EXPECT_EQ(json["frames"][frame]["place"], testing::Bank::instance().place("lock(mutex_a);"));
  EXPECT_EQ(events["told"][5], 1) << "two threads write it";
  EXPECT_EQ(json["switches"], Json({2, 4})) << "main.0 is left, and comes back";
  EXPECT_EQ(json["locks"], Json({{2, 0, 0, 1}, {3, 0, 0, -1}, {4, 1, 0, 1}}));
  EXPECT_EQ(json["edges"], Json({{0, 1}, {3, 4}}));
  EXPECT_FALSE(json["cut"].get<bool>());
  EXPECT_EQ(json["first"], 0);
  EXPECT_EQ(json["last"][0]["text"], "the assertion fails");
}

TEST(PageTrace, OfTooManyEventsTheLastOnesAreLeft) {
  SmallTrace small;
  small.failure.kind = FailureKind::kDataRace;
  small.failure.race.first.step = 5;
  small.failure.race.second.step = 6;
  const Json json = small.json(2);
  EXPECT_TRUE(json["cut"].get<bool>());
  EXPECT_EQ(json["first"], 5);
  EXPECT_EQ(json["events"]["thread"], Json({1, 0}));
  EXPECT_EQ(json["race"], Json({0, 1}));
  ASSERT_EQ(json["locks"].size(), 1u) << "what is still held";
  EXPECT_EQ(json["locks"][0][0], 0);
  EXPECT_EQ(json["locks"][0][1], 1);
  EXPECT_EQ(json["objects"][json["locks"][0][2].get<int>()]["name"], "mutex_a");
  EXPECT_EQ(json["edges"], Json::array()) << "they come from what is cut";
  small.failure.race.first.step = 2;
  EXPECT_FALSE(small.json(2).contains("race"));
}

TEST(PageTrace, TellsWhoWaitsForWhom) {
  const testing::Bank& bank = testing::Bank::instance();
  const Failure failure = testing::lock_order_deadlock(bank);
  const Json waits = Json::parse(page_waits(failure, 3, bank.places()).dump());
  ASSERT_EQ(waits.size(), 3u);
  EXPECT_EQ(waits[1]["thread"], 1);
  EXPECT_EQ(waits[1]["for_thread"], 2);
  EXPECT_EQ(waits[1]["object"], "mutex_b");
  EXPECT_EQ(waits[1]["operation"], "lock");
  EXPECT_TRUE(waits[1]["in_cycle"].get<bool>());
  EXPECT_FALSE(waits[0]["in_cycle"].get<bool>());
  EXPECT_EQ(page_waits(testing::failed_assertion(bank), 3, bank.places()).size(), 0u);
}

TEST(PageSources, AreReadOnceAndAreNotTooMuch) {
  std::vector<std::string> asked;
  PageSources sources([&](const std::string& path, std::size_t most) -> std::optional<std::string> {
    asked.push_back(path);
    const std::string text =
        path == "small.cc" ? "one\r\n\ntwo\tthree" : std::string(PageSources::kLargest, 'x');
    if (text.size() > most || path == "none.cc") return std::nullopt;
    return text;
  });
  EXPECT_EQ(sources.index_of(""), -1);
  EXPECT_EQ(sources.index_of("small.cc"), 0);
  EXPECT_EQ(sources.index_of("none.cc"), 1);
  EXPECT_EQ(sources.index_of("small.cc"), 0);
  EXPECT_THAT(asked, ElementsAre("small.cc", "none.cc"));
  for (int i = 0; i < 9; ++i) sources.index_of(std::to_string(i));
  const Json json = Json::parse(sources.json().dump());
  EXPECT_EQ(json[0]["lines"], Json({"one", "", "two\tthree"}));
  EXPECT_EQ(json[1]["lines"], Json::array());
  EXPECT_EQ(json[2]["lines"].size(), 1u);
  EXPECT_EQ(json[10]["lines"], Json::array())
      << "eight of them fill a page, and the small one is there already";
}

TEST(PageDocument, NoTextCanEndTheScript) {
  PageDocument document("folder", "2026-01-01T00:00:00Z",
                        [](const std::string&, std::size_t) { return std::string(kNasty); });
  ListedBug bug;
  bug.id = 3;
  bug.headline = kNasty;
  document.add_bug(bug, kNasty, kNasty);
  SmallTrace small;
  small.threads[1] = kNasty;
  document.add_bug(bug, kNasty, {small.trace, small.failure, small.threads, small.preemptions, 100},
                   testing::Bank::instance().places(), 0);
  const std::string text = document.text();
  for (const char* part : {"<", ">", "&", "\u2028", "\u2029", "\xff"})
    EXPECT_THAT(text, Not(HasSubstr(part)));
  const Json json = Json::parse(text);
  const std::string valid = "</script><script>alert(1)</script><!-- & \u2028\u2029 \ufffd";
  EXPECT_EQ(json["bugs"][0]["headline"], valid);
  EXPECT_EQ(json["bugs"][0]["output"], valid);
  EXPECT_EQ(json["bugs"][0]["why_no_trace"], valid);
  EXPECT_EQ(json["bugs"][1]["trace"]["threads"][1], valid);
  EXPECT_EQ(json["sources"][0]["lines"][0], valid);

  const Result<std::string> page = filled_page(kTemplate, text);
  ASSERT_TRUE(page.ok());
  EXPECT_THAT(*page, HasSubstr("id=\"heddle-data\">{\"heddle\":"));
  EXPECT_THAT(*page, HasSubstr("</script>\n<p>null</p></html>"));
  EXPECT_FALSE(filled_page("<html></html>", text).ok());
}

TEST(PageResults, KnowsWhatAFolderHolds) {
  const auto read = [](const std::string& results) {
    return page_results({results, std::nullopt, std::nullopt}, no_file);
  };
  const Result<PageResults> run =
      read(R"({"program": "./a", "bugs": [{"id": 2, "kind": "crash", "schedule": "bug-2.schedule"}, 5]})");
  ASSERT_TRUE(run.ok());
  EXPECT_TRUE(run->parts.contains("run"));
  ASSERT_EQ(run->bugs.size(), 1u);
  EXPECT_EQ(run->bugs[0].id, 2u);
  EXPECT_EQ(run->bugs[0].schedule, "bug-2.schedule");

  const Result<PageResults> tests = read(
      R"({"program": "./a", "tests": [{"name": "A"}, {"folder": "B.C", "bugs": [{"schedule": "B.C/bug-1.schedule"}]}]})");
  ASSERT_TRUE(tests.ok());
  ASSERT_EQ(tests->bugs.size(), 1u);
  EXPECT_EQ(tests->bugs[0].test, 1u);
  EXPECT_EQ(tests->bugs[0].id, 1u);
  EXPECT_EQ(tests->bugs[0].schedule, "B.C/bug-1.schedule");

  EXPECT_FALSE(read("[]").ok());
  EXPECT_FALSE(read("{").ok());
  EXPECT_FALSE(read("{}").ok());
}

TEST(PageResults, OfAClassHasTheTestAsAProgram) {
  const Result<PageResults> made = page_results(
      {R"({"class": "Queue", "tests": 7, "bugs": [{"kind": "not-linearizable",
                        "reproducer": "elsewhere/reproducer.cpp", "schedule": "elsewhere/bug-1.schedule"}]})",
       std::nullopt, std::nullopt},
      [](const std::string& name) -> std::optional<std::string> {
        return name == "reproducer.cpp" ? std::optional<std::string>("int main() {}") : std::nullopt;
      });
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->parts["class"]["bugs"][0]["reproducer_text"], "int main() {}");
  ASSERT_EQ(made->bugs.size(), 1u);
  EXPECT_EQ(made->bugs[0].schedule, "bug-1.schedule");
}

TEST(PageResults, OfAStudy) {
  const Result<PageResults> made =
      page_results({std::nullopt, std::nullopt, R"({"title": "T", "sections": []})"}, no_file);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->parts["study"]["title"], "T");
}

}  // namespace
}  // namespace heddle::report
