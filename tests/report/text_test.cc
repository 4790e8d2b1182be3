#include "report/model/text.h"

#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::report {
namespace {

TEST(Text, LinesStayApartWhenTheyAreMadeVisible) {
  EXPECT_EQ(visible_lines("a\tb\r\n\x1b[m\n\n"), "a    b\n\\x1b[m\n\n");
  EXPECT_EQ(visible_lines("no end\xff"), "no end\\xff");
  EXPECT_EQ(visible_lines(""), "");
}

TEST(Text, NumbersAreReadable) {
  EXPECT_EQ(with_thousands(0), "0");
  EXPECT_EQ(with_thousands(999), "999");
  EXPECT_EQ(with_thousands(1000), "1,000");
  EXPECT_EQ(with_thousands(~0ull), "18,446,744,073,709,551,615");
  EXPECT_EQ(counted(1, "bug"), "1 bug");
  EXPECT_EQ(counted(0, "bug"), "0 bugs");
  EXPECT_EQ(ordinal(1), "1st");
  EXPECT_EQ(ordinal(3), "3rd");
  EXPECT_EQ(ordinal(11), "11th");
  EXPECT_EQ(ordinal(112), "112th");
  EXPECT_EQ(ordinal(1022), "1,022nd");
  EXPECT_EQ(rounded(9'999), "9,999");
  EXPECT_EQ(rounded(12'345), "12.3 k");
  EXPECT_EQ(rounded(999'999), "1.0 M");
  EXPECT_EQ(rounded(1'234'567), "1.2 M");
  EXPECT_EQ(seconds_text(0.037), "0.04 s");
  EXPECT_EQ(seconds_text(12.34), "12.3 s");
  EXPECT_EQ(seconds_text(125), "2 min 5 s");
  EXPECT_EQ(nanoseconds_text(0), "0 ns");
  EXPECT_EQ(nanoseconds_text(250'000), "250 us");
  EXPECT_EQ(nanoseconds_text(49'998'000), "50 ms");
  EXPECT_EQ(nanoseconds_text(999'700'000), "1 s");
  EXPECT_EQ(nanoseconds_text(1'500'000'000), "1.5 s");
  EXPECT_EQ(nanoseconds_text(90'000'000'000), "1.5 min");
  EXPECT_EQ(nanoseconds_text(7'200'000'000'000), "2 h");
  EXPECT_EQ(clock_text(42), "0:42");
  EXPECT_EQ(clock_text(3723), "1:02:03");
  EXPECT_EQ(clock_text(-1), "0:00");
}

TEST(Text, RangesHaveTwoDigitsAndAreNeverTooNarrow) {
  EXPECT_EQ(range_text(11'159.7, 52'773.6), "11,000 to 53,000");
  EXPECT_EQ(range_text(5000, 5000), "5,000");
  EXPECT_EQ(range_text(4999.9999999999, 5000.0000000001), "5,000");
  EXPECT_EQ(range_text(0.2, 8.1), "1 to 9");
  EXPECT_EQ(range_text(99.5, 100.5), "99 to 110");
  EXPECT_EQ(range_text(2e14, 3e18), "200,000,000,000,000 to 3e+18");
}

TEST(Text, ListsHaveAnEnd) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a and b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(listed({"a", "b", "c"}, 2), "a, b and 1 more");
}

TEST(Text, WordsOfTheProgramAreHarmless) {
  EXPECT_EQ(visible("plain, größer ✓"), "plain, größer ✓");
  EXPECT_EQ(visible("a\nb\r\x1b[31m\x7f"), "a\\nb\\r\\x1b[31m\\x7f");
  EXPECT_EQ(visible("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(visible("\xc0\xaf \xed\xa0\x80"), "\\xc0\\xaf \\xed\\xa0\\x80");  // overlong, surrogate
  EXPECT_EQ(visible("\xc2\x9b"), "\\x9b");                    // C1: a command to some terminals
  EXPECT_EQ(visible("abc\xe2\x80\xaezyx"), "abc\\u202ezyx");  // writes from right to left
  EXPECT_EQ(visible(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(visible("a\tb"), "a    b");
}

TEST(Text, LinesFit) {
  EXPECT_EQ(width("größer"), 6u);
  EXPECT_EQ(shortened("abcdefgh", 6), "abc...");
  EXPECT_EQ(shortened("äöüßäöü", 6), "äöü...");
  EXPECT_EQ(shortened_path("/home/somebody/project/src/bank.cc:14", 20), ".../src/bank.cc:14");
  EXPECT_EQ(shortened_path("bank.cc:14", 20), "bank.cc:14");
  EXPECT_EQ(wrapped("two words", 2), "  two words\n");

  std::string words;
  for (int i = 0; i < 60; ++i) words += "word ";
  const std::string text = wrapped(words + std::string(300, 'x'), 2, 6);
  EXPECT_LE(testing::widest_line(text), line_width());
  EXPECT_NE(text.find("\n      word"), std::string::npos);
  std::string letters = text;
  std::erase_if(letters, [](char c) { return c != 'x'; });
  EXPECT_EQ(letters.size(), 300u);
}

TEST(Text, HasTheWidthOfTheTerminal) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word ";
  for (const std::size_t columns : {60u, 80u, 200u}) {
    set_line_width(columns);
    EXPECT_GT(testing::widest_line(wrapped(words)), columns - 6);
    EXPECT_LE(testing::widest_line(wrapped(words)), columns);
  }
  set_line_width(20);
  EXPECT_EQ(line_width(), kNarrowest);
  set_line_width(2000);
  EXPECT_EQ(line_width(), kWidest);
  set_line_width(kUsualWidth);
}

TEST(Text, PathsAreNotBroken) {
  const std::string path = "/" + std::string(150, 'd') + "/bank.cc:14";
  EXPECT_EQ(wrapped("an error at " + path + " and more", 0, 2), "an error at\n  " + path + "\n  and more\n");
}

TEST(Text, CommandsCanBeTyped) {
  EXPECT_EQ(shell_quoted("heddle-out/bug-1.schedule"), "heddle-out/bug-1.schedule");
  EXPECT_EQ(shell_quoted("my out/it's"), "'my out/it'\\''s'");
  EXPECT_EQ(shell_quoted(""), "''");
}

}  // namespace
}  // namespace heddle::report
