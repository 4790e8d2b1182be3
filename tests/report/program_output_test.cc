#include "report/text/program_output.h"

#include <gtest/gtest.h>

#include "report/model/text.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using testing::kPlain;

TEST(ProgramOutput, NothingIsNothing) {
  EXPECT_EQ(output_excerpt("", kPlain), "");
  EXPECT_EQ(output_excerpt("\n", kPlain), "");
}

TEST(ProgramOutput, FewLinesAreAllShown) {
  EXPECT_EQ(output_excerpt("one\ntwo", kPlain), "  | one\n  | two\n");
  EXPECT_EQ(output_excerpt("one\r\n\ntwo\n", kPlain), "  | one\n  | \n  | two\n");
}

TEST(ProgramOutput, LastLinesOfMany) {
  std::string output;
  for (int i = 1; i <= 1234; ++i) output += "line " + std::to_string(i) + "\n";
  const std::string text = output_excerpt(output, kPlain);
  EXPECT_TRUE(text.starts_with("  | (1,214 lines before)\n  | line 1215\n")) << text;
  EXPECT_TRUE(text.ends_with("  | line 1234\n")) << text;
  EXPECT_TRUE(output_excerpt("a\nb\n", kPlain, 1).starts_with("  | (1 line before)\n  | b"));
}

TEST(ProgramOutput, IsHarmless) {
  EXPECT_EQ(output_excerpt("\x1b]0;title\x07\xff", kPlain), "  | \\x1b]0;title\\x07\\xff\n");
  EXPECT_LE(testing::widest_line(output_excerpt(std::string(5000, 'x'), kPlain)), line_width());
}

}  // namespace
}  // namespace heddle::report
