#include "report/formats/html_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TextTable two_columns() {
  TextTable table({"name", "figure", "words"});
  table.align_left(2);
  table.add({"a<b", "1.5", "x"});
  table.add({"c", "10.25", "long"});
  return table;
}

TEST(TextTable, HasColumnsOfWords) {
  EXPECT_EQ(two_columns().text(),
            "  name  figure  words\n"
            "  ----  ------  -----\n"
            "  a<b      1.5  x\n"
            "  c      10.25  long\n");
}

TEST(HtmlPage, TakesATable) {
  HtmlPage page("figures");
  page.table(two_columns());
  EXPECT_THAT(page.text(),
              HasSubstr("<tr><th class=\"left\">name</th><th>figure</th><th class=\"left\">words"));
  EXPECT_THAT(page.text(), HasSubstr("<tr><td class=\"left\">a&lt;b</td><td>1.5</td><td class=\"left\">x"));
}

TEST(HtmlPage, HasWordsAndPlotsInTheirOrder) {
  HtmlPage page("1 < 2 & 3");
  page.heading("first");
  page.paragraph("\"words\" & more");
  page.plot("<svg></svg>\n");
  const std::string text = page.text();
  EXPECT_THAT(text, StartsWith("<!DOCTYPE html>\n"));
  EXPECT_THAT(text, HasSubstr("<title>1 &lt; 2 &amp; 3</title>"));
  EXPECT_THAT(
      text,
      HasSubstr("<h2>first</h2>\n<p>&quot;words&quot; &amp; more</p>\n<figure>\n<svg></svg>\n</figure>"));
}

}  // namespace
}  // namespace heddle::report
