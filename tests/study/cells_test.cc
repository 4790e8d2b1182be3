// cells.csv: what was finished is there again, what was not is not.
#include "study/cells.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "study/csv.h"
#include "workshop.h"

namespace heddle::study {
namespace {

Cell a_cell(std::uint64_t seed = 1) {
  Cell cell;
  cell.key = {"jdbc-1", "00ff", "rpro:depth=3,radius=10", seed, 500, host::Until::kBudget};
  cell.executions = 500;
  cell.failed = 7;
  cell.size = {3, 2'300, 5'068, 6'000};
  cell.seconds = 1.5;
  cell.growth = {{0, 3}, {12, 5}};
  cell.pairs = {{{0x12ab, 0x130f}, true, false}, {{0x130f, 0x130f}, false, true}};
  cell.tally = {1, 2, 3, 0};
  cell.abandoned = 40;
  cell.steps = 9'000;
  cell.series = {1, 4.0 / 3, 0};
  return cell;
}

// As it was written before there were abandoned executions.
std::string former_line() {
  const std::string line = print(a_cell());
  return line.substr(0, line.find(",40,9000,"));
}

std::string contents(const std::string& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

class Cells : public ::testing::Test {
 protected:
  CellFile open() const {
    Result<CellFile> file = CellFile::open(path_);
    EXPECT_TRUE(file.ok()) << file.error();
    return *file;
  }

  testing::TemporaryFolder folder_;
  std::string path_ = folder_.file("cells.csv");
};

TEST(Csv, QuotesWhatNeedsIt) {
  const std::vector<std::string> fields{"", "a", "pct:depth=3,k=7", "say \"no\"", ""};
  const std::string line = csv_line(fields);
  EXPECT_EQ(line, ",a,\"pct:depth=3,k=7\",\"say \"\"no\"\"\",\n");
  EXPECT_EQ(csv_fields(line.substr(0, line.size() - 1)), fields);
}

TEST(Cell, ComesBackFromItsLine) {
  const std::string line = print(a_cell());
  EXPECT_EQ(line,
            "jdbc-1,00ff,\"rpro:depth=3,radius=10\",1,500,budget,500,7,0,3,2300,5068,6000,1.5,"
            "1 2 3 0,0:3 12:5,12ab:130f:e- 130f:130f:-c,40,9000,1 1.3333 0\n");
  const std::optional<Cell> cell = parse_cell(line.substr(0, line.size() - 1));
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->key, a_cell().key);
  EXPECT_EQ(cell->failed, 7);
  EXPECT_EQ(cell->size.sync_events, 5'068);
  EXPECT_EQ(cell->seconds, 1.5);
  ASSERT_EQ(cell->growth.size(), 2);
  EXPECT_EQ(cell->growth[1].execution, 12);
  EXPECT_EQ(cell->growth[1].covered, 5);
  ASSERT_EQ(cell->pairs.size(), 2);
  EXPECT_EQ(cell->pairs[0].pair, (SyncPair{0x12ab, 0x130f}));
  EXPECT_TRUE(cell->pairs[0].estimated && !cell->pairs[0].covered);
  EXPECT_TRUE(!cell->pairs[1].estimated && cell->pairs[1].covered);
  EXPECT_EQ(cell->tally, (Tally{1, 2, 3, 0}));
  EXPECT_EQ(cell->abandoned, 40);
  EXPECT_EQ(cell->steps, 9'000);
  EXPECT_EQ(cell->series, (std::vector<double>{1, 1.3333, 0}));
}

TEST(Cell, OfAFormerVersionIsReadable) {
  const std::optional<Cell> cell = parse_cell(former_line());
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->pairs.size(), 2);
  EXPECT_EQ(cell->abandoned, 0);
  EXPECT_EQ(cell->steps, 0);
  EXPECT_TRUE(cell->series.empty());
}

TEST(Cell, IsNothingElse) {
  EXPECT_FALSE(parse_cell(""));
  EXPECT_FALSE(
      parse_cell("subject,program,strategy,seed,executions,until,executed,failed,first,threads,"
                 "acquisitions,sync_events,events,seconds"));
  const std::string line = print(a_cell());
  EXPECT_FALSE(parse_cell(line.substr(0, line.find(",9000,"))));
  EXPECT_FALSE(parse_cell(former_line().substr(0, former_line().size() - 8)));
}

TEST_F(Cells, AreKept) {
  {
    CellFile file = open();
    EXPECT_EQ(file.find(a_cell().key), nullptr);
    ASSERT_TRUE(file.add(a_cell(1)).ok());
    ASSERT_TRUE(file.add(a_cell(2)).ok());
  }
  const CellFile again = open();
  ASSERT_NE(again.find(a_cell(2).key), nullptr);
  EXPECT_EQ(again.find(a_cell(2).key)->failed, 7);
  EXPECT_EQ(again.find(a_cell(3).key), nullptr);
}

TEST_F(Cells, OfOtherOptionsOrBuildsAreOthers) {
  CellFile file = open();
  ASSERT_TRUE(file.add(a_cell()).ok());
  for (const auto& change :
       {+[](CellKey& key) { key.subject = "jdbc-2"; }, +[](CellKey& key) { key.program = "00fe"; },
        +[](CellKey& key) { key.strategy = "pct"; }, +[](CellKey& key) { key.seed = 9; },
        +[](CellKey& key) { key.executions = 501; },
        +[](CellKey& key) { key.until = host::Until::kFirstBug; }}) {
    CellKey key = a_cell().key;
    change(key);
    EXPECT_EQ(file.find(key), nullptr);
  }
}

TEST_F(Cells, SurviveALineThatWasNotFinished) {
  ASSERT_TRUE(open().add(a_cell(1)).ok());
  const std::string whole = contents(path_);
  std::ofstream(path_, std::ios::app) << print(a_cell(2)).substr(0, 30);
  CellFile file = open();
  EXPECT_NE(file.find(a_cell(1).key), nullptr);
  EXPECT_EQ(file.find(a_cell(2).key), nullptr);
  ASSERT_TRUE(file.add(a_cell(2)).ok());
  EXPECT_EQ(contents(path_), whole + print(a_cell(2)));
}

TEST_F(Cells, StartWithTheNamesOfTheColumns) {
  open();
  EXPECT_EQ(contents(path_).substr(0, 16), "subject,program,");
  open();
  EXPECT_EQ(contents(path_).find("subject", 1), std::string::npos);
}

TEST_F(Cells, GoOnWithAFileOfFewerColumns) {
  std::ofstream(path_) << "subject,program,strategy\n" << former_line() << "\n";
  CellFile file = open();
  EXPECT_NE(file.find(a_cell().key), nullptr);
  ASSERT_TRUE(file.add(a_cell(2)).ok());
  const std::string text = contents(path_);
  EXPECT_NE(text.find("pairs,abandoned,steps,series\n" + former_line() + "\n" + print(a_cell(2))),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("subject", 1), std::string::npos) << "the names of the columns are there once";
}

TEST(CellFile, SaysWhereItCannotWrite) {
  const Result<CellFile> file = CellFile::open("/proc/nowhere/cells.csv");
  ASSERT_FALSE(file.ok());
  EXPECT_NE(file.error().find("/proc/nowhere/cells.csv"), std::string::npos);
}

}  // namespace
}  // namespace heddle::study
