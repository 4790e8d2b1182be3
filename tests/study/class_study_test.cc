// The studies about classes: what they search for, and what they make of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "study/atg/atg_study.h"
#include "study/atg/atg_tables.h"
#include "study/contest/contest_study.h"
#include "study/contest/contest_tables.h"
#include "workshop.h"

namespace heddle::study {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::is_well_formed;
using ::testing::Not;

ClassSubject subject_named(std::string_view name) {
  ClassSubject subject;
  subject.driver = {std::string(name), {}, "00ff"};
  subject.operations = std::make_shared<const classes::Operations>(classes::ClassModel{});
  subject.analysis_seconds = 1;
  subject.compile_seconds = 2;
  return subject;
}

// The first line of a page is not XML.
std::string body_of(const std::string& page) {
  return page.substr(page.find('\n') + 1);
}

class ContestStudyTest : public ::testing::Test {
 protected:
  static ContestStudy study(const std::vector<std::string>& algorithms) {
    ContestOptions options;
    options.algorithms = algorithms;
    options.repeat = 2;
    options.tests = 100;
    options.first_seed = 5;
    const ContestClass& first = contest_classes()[0];
    const ContestClass& second = contest_classes()[1];
    return {{{first, subject_named(first.source.name)}, {second, subject_named(second.source.name)}},
            options};
  }

  // The i-th search takes `tests[i]` tests; 100 found nothing.
  void fill(const CellGroup& group, const std::vector<std::uint64_t>& tests) {
    for (std::size_t i = 0; i < group.keys.size(); ++i) {
      Cell cell;
      cell.key = group.keys[i];
      cell.executions = tests[i];
      cell.first = tests[i] == 100 ? 0 : tests[i];
      cell.seconds = static_cast<double>(tests[i]) / 10;
      ASSERT_TRUE(cells_.add(cell).ok());
    }
  }

  testing::TemporaryFolder folder_;
  CellFile cells_ = *CellFile::open(folder_.file("cells.csv"));
};

TEST_F(ContestStudyTest, SearchesEveryClassWithEveryAlgorithm) {
  const ContestStudy all = study({"bc-contest", "covcon"});
  const std::vector<CellGroup> groups = all.searches();
  ASSERT_EQ(groups.size(), 4);
  EXPECT_EQ(groups[0].subject->name, "linked-list-11");
  EXPECT_EQ(all.find(*groups[3].subject)->driver.name, "synchronized-map");
  ASSERT_EQ(groups[0].keys.size(), 2);
  EXPECT_EQ(groups[0].keys[0].seed, 5);
  EXPECT_EQ(groups[0].keys[1].seed, 6);
  EXPECT_EQ(groups[0].keys[0].executions, 100);
  for (const std::string& algorithm : default_contest_algorithms())
    EXPECT_TRUE(classes::parse_algorithm(algorithm).ok()) << algorithm;
}

TEST_F(ContestStudyTest, ComparesGroupsWithNone) {
  const ContestStudy all = study({"bc-contest", "bc-contest-ng"});
  const std::vector<CellGroup> groups = all.searches();
  fill(groups[0], {2, 4});
  fill(groups[1], {10, 20});
  fill(groups[2], {5, 5});
  fill(groups[3], {5, 100});
  const ContestResult result = all.result(cells_);
  const ContestSamples samples =
      contest_samples(result, "bc-contest", "bc-contest-ng", ContestMeasure::kTests);
  EXPECT_THAT(samples.first, ElementsAre(2, 4, 5, 5));
  EXPECT_THAT(samples.second, ElementsAre(10, 20, 5, 100));
  const std::string text = sections_text(contest_sections(result));
  EXPECT_THAT(text, HasSubstr("linked-list-11    race             3.0           15.0"));
  EXPECT_THAT(text, HasSubstr("synchronized-map  deadlock         5.0          >52.5"));
  EXPECT_THAT(text, HasSubstr("Searches that did not find the bug: bc-contest-ng (1 of 4)."));
  EXPECT_THAT(text, HasSubstr("Figures 7 and 8."));
  EXPECT_THAT(text, HasSubstr("sum of 1                       3.0           15.0  -80.0 %"))
      << "of the other class one search found nothing";
  EXPECT_THAT(text, Not(HasSubstr("Figure 9."))) << "nobody asked for its algorithms";
  EXPECT_TRUE(is_well_formed(body_of(html_of(contest_page(result)))));
  EXPECT_THAT(contest_table2_csv(result),
              HasSubstr("linked-list-11,race,bc-contest,2,2,3,0.3,0.25,0.3,0.35,665\n"));
  EXPECT_THAT(contest_table3_csv(result), HasSubstr("bc-contest-ng,tests,4,4,2,33.75,"));
  EXPECT_THAT(contest_classes_csv(result), HasSubstr("synchronized-map,0,0,0,0,1,2,0.5,15,120\n"));
}

class AtgStudyTest : public ContestStudyTest {
 protected:
  static AtgStudy atg() {
    AtgStudyOptions options;
    options.repeat = 2;
    return {{{atg_structures()[1], subject_named("optimistic-list")},
             {atg_structures()[3], subject_named("simple-queue")}},
            {{atg_mutants()[1], subject_named("c21")}},
            options};
  }
};

TEST_F(AtgStudyTest, SearchesStructuresMutantsAndThresholds) {
  const AtgStudy study = atg();
  std::map<std::string, std::set<std::string>> algorithms;
  for (const CellGroup& group : study.searches())
    for (const CellKey& key : group.keys) {
      EXPECT_TRUE(classes::parse_algorithm(key.strategy).ok()) << key.strategy;
      EXPECT_EQ(key.until == host::Until::kFirstBug, key.subject == "c21");
      algorithms[key.subject].insert(key.strategy);
    }
  EXPECT_EQ(algorithms["optimistic-list"].size(), 4 * 5) << "N is 1, 2, 4, 6 and 8";
  EXPECT_THAT(algorithms["simple-queue"], ElementsAre("d-atg:n=6,rounds=1", "mrt:n=6,rounds=1",
                                                      "s-atg:n=6,rounds=1", "sd-atg:n=6,rounds=1"));
  EXPECT_THAT(algorithms["c21"], ElementsAre("d-atg:n=6", "mrt:n=6", "s-atg:n=6", "sd-atg:n=6"));
}

TEST_F(AtgStudyTest, ComparesWithMrtAndThePaper) {
  const AtgStudy study = atg();
  for (const CellGroup& group : study.searches())
    for (const CellKey& key : group.keys) {
      Cell cell;
      cell.key = key;
      const bool adapts = key.strategy.starts_with("sd-atg");
      cell.executions = 10 + key.seed;
      cell.tally[kActiveTests] = adapts ? 3 : 12;
      cell.tally[kExposed] = adapts ? 22 : 20;
      cell.tally[kDiscovered] = 30;
      cell.seconds = 0.5;
      cell.first = key.until == host::Until::kFirstBug && adapts ? cell.executions : 0;
      ASSERT_TRUE(cells_.add(cell).ok());
    }
  const AtgStudyResult result = study.result(cells_);
  EXPECT_EQ(atg_means(result, 0).tests, 12);
  EXPECT_EQ(atg_means(result, 3).iroots, 22);
  EXPECT_EQ(atg_means(result, 3).profiles, 11.5);
  const std::string text = sections_text(atg_sections(result));
  for (const char* const title : {"Table 2. MRT, N = 6", "Table 3. S-ATG", "Table 4. D-ATG",
                                  "Table 5. SD-ATG", "Table 6.", "Table 7.", "Table 8 and Figures 4 and 5."})
    EXPECT_THAT(text, HasSubstr(title));
  EXPECT_THAT(text, HasSubstr("Against MRT: iRoots +10.0 % (paper +5.4 %), profiles +0.0 % (+4.4 %), active\n"
                              "tests -75.0 %"));
  EXPECT_THAT(text, HasSubstr("2 of c21 by mrt"));
  EXPECT_THAT(text, Not(HasSubstr("c21 by sd-atg")));
  EXPECT_TRUE(is_well_formed(body_of(html_of(atg_page(result)))));
  EXPECT_THAT(atg_tables_csv(result), HasSubstr("simple-queue,sd-atg,2,0,22,0,30,0,11.5,"));
  EXPECT_THAT(atg_threshold_csv(result), HasSubstr("\n8,mrt,2,0,20,0,30,"));
  EXPECT_THAT(atg_mutants_csv(result), HasSubstr("c21,sd-atg,2,2,22,"));
}

// Sums of the papers' tables, as they print them: no figure was lost on the way.
TEST(ClassSubjects, HaveThePapersFigures) {
  double bc_contest = 0, covcon = 0;
  for (const ContestClass& each : contest_classes()) {
    bc_contest += each.paper->bc_contest;
    covcon += each.paper->covcon;
  }
  EXPECT_NEAR(bc_contest / 20, 257.9, 0.05);
  EXPECT_NEAR(covcon / 20, 586.14, 0.01);
  ASSERT_EQ(atg_structures().size(), 9);
  const double iroots[] = {16.7, 17.6, 17.0, 17.6}, tests[] = {13.7, 14.0, 2.7, 2.7};
  for (std::size_t i = 0; i < 4; ++i) {
    double all_iroots = 0, all_tests = 0;
    for (const AtgStructure& each : atg_structures()) {
      all_iroots += each.paper[i].iroots.mean;
      all_tests += each.paper[i].tests.mean;
    }
    EXPECT_NEAR(all_iroots / 9, iroots[i], 0.051);
    EXPECT_NEAR(all_tests / 9, tests[i], 0.051);
  }
  ASSERT_EQ(atg_mutants().size(), 10);
  double profiles = 0;
  for (const AtgMutant& each : atg_mutants()) profiles += each.paper[3].profiles.mean;
  EXPECT_NEAR(profiles / 10, 6.8, 0.051);
  EXPECT_EQ(atg_thresholds().size(), 5);
}

}  // namespace
}  // namespace heddle::study
