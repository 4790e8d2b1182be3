#include "report/formats/svg_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/rpro/rpro_tables.h"
#include "workshop.h"

namespace heddle::study {
namespace {

using report::axis_step;
using report::Panel;
using report::svg_plot;
using ::testing::HasSubstr;
using testing::is_well_formed;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(AxisStep, IsRound) {
  EXPECT_DOUBLE_EQ(axis_step(150, 6), 50);
  EXPECT_DOUBLE_EQ(axis_step(300, 6), 50);
  EXPECT_DOUBLE_EQ(axis_step(0.0439, 6), 0.01);
  EXPECT_DOUBLE_EQ(axis_step(1, 6), 0.2);
}

TEST(SvgPlot, HasAPanelForEachSubject) {
  const std::string svg = figure7_svg(testing::three_rows());
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<g "), 3);
  EXPECT_EQ(count(svg, "<polyline class=\"curve0\""), 3);
  for (const char* title : {">jdbc-1<", ">mysql-3<", ">d2<"}) EXPECT_EQ(count(svg, title), 1) << title;
  EXPECT_EQ(count(svg, ">RPro<"), 3);
  EXPECT_EQ(count(svg, ">PCT<"), 3);
  EXPECT_EQ(count(svg, ">radius<"), 3);
  EXPECT_EQ(count(svg, ">probability<"), 3);
}

TEST(SvgPlot, MarksThePeak) {
  const std::string svg = figure7_svg(testing::three_rows());
  EXPECT_THAT(svg, HasSubstr(">r = 17, p = 0.0439<"));
  EXPECT_EQ(count(svg, "class=\"mark\""), 2) << "mysql-3 found nothing";
}

TEST(SvgPlot, HasAPointForEachRadius) {
  const std::string svg = figure7_svg(testing::three_rows());
  EXPECT_EQ(count(svg, "class=\"dot\""), 8);
}

TEST(SvgPlot, TellsSeveralCurvesApart) {
  Panel panel;
  panel.curves = {{"tsa", {{0, 1}, {10, 5}}, false}, {"noise", {{0, 1}, {10, 3}}, false}};
  const std::string svg = svg_plot("two", {panel});
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_EQ(count(svg, "<polyline class=\"curve0\""), 1);
  EXPECT_EQ(count(svg, "<polyline class=\"curve1\""), 1);
  EXPECT_EQ(count(svg, "class=\"dot\""), 0);
  EXPECT_EQ(count(svg, ">noise<"), 1);
}

TEST(SvgPlot, TakesAnyText) {
  Panel panel;
  panel.title = "a < b & \"c\"";
  const std::string svg = svg_plot("1 > 0", {panel});
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; &quot;c&quot;"));
  EXPECT_TRUE(is_well_formed(svg_plot("nothing", {})));
}

}  // namespace
}  // namespace heddle::study
