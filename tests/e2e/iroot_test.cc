// Active testing: bugs that need one interleaving root of each idiom, which random walks do not meet.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

struct Example {
  int idiom;
  const char* early;  // what one thread does first
  const char* late;   // what the other one does last
  const char* check;  // by main, in the end
};

// Compilers leave out a read that follows a write of the same variable without anything in between. The early
// thread is done with it long before the late one begins, unless somebody holds it back.
const Example kExamples[] = {
    {1, "assert(x == 0);", "x = 1;", ""},
    {2, "int seen = x; x = seen + 1;", "x = 100;", "assert(x == 100);"},
    {3, "x = 1; ++work; assert(x == 1);", "if (x == 1) x = 2;", ""},
    {4, "x = 1; assert(y == 0);", "if (x == 1) y = 1;", ""},
    {5, "x = 1; saw_y = y;", "y = 1; saw_x = x;", "assert(!(saw_x == 1 && saw_y == 1));"},
};

std::string program_of(const Example& example) {
  return std::string("#undef NDEBUG\n#include <atomic>\n#include <cassert>\n#include <thread>\n") +
         "int x, y, saw_x, saw_y;\nstd::atomic<int> work, other_work;\n" + "void early() {\n  " +
         example.early + "\n  for (int i = 0; i < 200; ++i) ++work;\n}\n" +
         "void late() {\n  for (int i = 0; i < 200; ++i) ++other_work;\n  " + example.late + "\n}\n" +
         "int main() {\n  std::thread one(early), two(late);\n  one.join();\n  two.join();\n  " +
         example.check + "\n}\n";
}

class Idiom : public ::testing::TestWithParam<Example> {};

TEST_P(Idiom, IsExposedByActiveTestingAlone) {
  const Workplace workplace;
  workplace.write("program.cc", program_of(GetParam()));
  const Outcome built = workplace.run_heddle({"c++", "-g", "program.cc", "-o", "program"});
  ASSERT_EQ(built.status, 0) << describe(built);
  const auto search = [&](const std::string& strategy) {
    return workplace.run_heddle({"run", "--quiet", "--races", "ignore", "--executions", "1000", "--strategy",
                                 strategy, "--", "./program"});
  };
  const Outcome random = search("random");
  EXPECT_EQ(random.status, 0) << describe(random);
  const Outcome active = search("iroot:idioms=" + std::to_string(GetParam().idiom));
  EXPECT_EQ(active.status, 1) << describe(active);
  EXPECT_GT(workplace.results()["decisions"]["exposed"], 0);
}

INSTANTIATE_TEST_SUITE_P(Root, Idiom, ::testing::ValuesIn(kExamples),
                         [](const auto& each) { return std::to_string(each.param.idiom); });

}  // namespace
}  // namespace heddle::e2e
