// What a person reads about a bug: the report of `heddle run`, what the schedule comes down to, and the table
// of `heddle explain`, for every kind of failure. One file of golden/explain for each program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>

#include "support/golden.h"
#include "support/workplace.h"

namespace heddle::e2e::explain_test {
namespace {

using ::testing::HasSubstr;

// Figures of the day, and where the test runs.
std::string tidied(std::string text, const std::string& folder) {
  // assert's message starts with the source's whole path, and is cut where the line ends.
  text = std::regex_replace(text, std::regex("\n  \\| /[^\n]*"), "\n  | (assert's message)");
  text = replaced(std::move(text), folder + "/", "");
  text = std::regex_replace(text, std::regex(R"(, [0-9.]+ s(; [0-9.]+ s with shrinking)?\))"), ", TIME)");
  // Addresses may be others where other compilers lay out frames; they are as long.
  for (std::size_t at = 0; (at = text.find("0x", at)) != std::string::npos;) {
    std::size_t end = at + 2;
    while (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end])) != 0) ++end;
    if (end - at > 8)
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                text.begin() + static_cast<std::ptrdiff_t>(end), '.');
    at = end;
  }
  return text;
}

class Explained : public ::testing::TestWithParam<const char*> {};

TEST_P(Explained, IsReadable) {
  const Workplace here;
  // Sources have short names there.
  const std::string sources = std::filesystem::canonical(HEDDLE_TEST_SOURCES "/../programs");
  Command search = here.heddle({"run", "--out", here.path("out"), "--", program(GetParam())});
  search.folder = sources;
  const Outcome found = run(search);
  ASSERT_EQ(found.status, 1) << describe(found);
  Command explanation = here.heddle({"explain", here.path("out/bug-1.schedule")});
  explanation.folder = sources;
  const Outcome explained = run(explanation);
  ASSERT_EQ(explained.status, 0) << describe(explained);
  EXPECT_EQ(explained.out.find('\033'), std::string::npos);
  expect_golden(std::string("explain/") + GetParam() + ".txt",
                replaced(tidied("$ heddle run -- ./" + std::string(GetParam()) + "\n" + found.out +
                                    "\n$ heddle explain heddle-out/bug-1.schedule\n" + explained.out,
                                here.folder()),
                         sources + "/", ""));
}

INSTANTIATE_TEST_SUITE_P(Of, Explained,
                         ::testing::Values("lost_update", "bounded_buffer", "lock_free_stack",
                                           "double_checked", "null_publication", "overdraft", "lock_order",
                                           "lost_wakeup", "partial_deadlock_exit", "spin_on_lost_flag",
                                           "poll_missed_value", "unlock_not_owner", "exit_from_thread",
                                           "map_unprotected", "thread_local_flush", "node_freed"),
                         [](const auto& each) { return each.param; });

TEST(Explain, SaysWhatIsWrong) {
  const Workplace here;
  const Outcome missing = here.run_heddle({"explain", "nothing.schedule"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("cannot read 'nothing.schedule'"));
}

// Every line has its place in the table, however many threads there are.
TEST(Explain, FitsTheTerminal) {
  const Workplace here;
  for (const char* name : {"nested_threads", "lock_triangle", "bounded_buffer"}) {
    ASSERT_EQ(here.run_heddle({"run", "--quiet", "--", program(name)}).status, 1) << name;
    const Outcome explained = here.run_heddle({"explain", "--all", "heddle-out/bug-1.schedule"});
    ASSERT_EQ(explained.status, 0) << describe(explained);
    std::size_t columns = 0;
    for (const char c : explained.out) {
      const bool continues = (static_cast<unsigned char>(c) & 0xc0) == 0x80;
      columns = c == '\n' ? 0 : columns + (continues ? 0 : 1);
      ASSERT_LE(columns, 100u) << name << "\n" << explained.out;
    }
  }
}

}  // namespace
}  // namespace heddle::e2e::explain_test
