// A HARS study of four programs whose cells are made by hand.
#pragma once

#include <gtest/gtest.h>

#include "study/hars/hars_study.h"
#include "workshop.h"

namespace heddle::study::testing {

const HarsSubject& hars_subject(std::string_view name);

// Strategies: ars, hars, random, dfs; eight seeds of each but dfs, which draws nothing.
//   boundedbuffer  fails at once, with all of them
//   checkfield     hars needs 1 to 3 executions, ars one more, random 11 to 18, dfs 4
//   dekker         hars needs 10 to 80, ars the same backwards, random 100 to 800, but not with the second
//                  seed, where time runs out; dfs finds nothing
//   pingpong       2, 2 and 20; dfs finds nothing
class HarsStudyTest : public ::testing::Test {
 protected:
  HarsStudyTest();

  static HarsOptions options();
  static std::vector<HarsStudy::Entry> entries();
  static Cell search(const CellKey& key);
  static Cell coverage(const CellKey& key);

  const HarsRow& row(std::string_view subject) const;
  const StrategyRuns& runs(std::string_view subject, std::string_view strategy) const;

  TemporaryFolder folder_;
  CellFile cells_ = *CellFile::open(folder_.file("cells.csv"));
  HarsStudy study_{entries(), options()};
  HarsResult result_;
};

}  // namespace heddle::study::testing
