#include "report/formats/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/formats/markup.h"
#include "report/model/text.h"

namespace heddle::report {

namespace {

constexpr int kColumns = 2;
constexpr double kPanelWidth = 460;
constexpr double kPanelHeight = 260;
constexpr double kHeader = 40;
// Around the axes of a panel.
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 34;
constexpr double kBottom = 46;
constexpr int kMarksOnAxis = 6;

constexpr std::size_t kCurveStyles = 5;
constexpr double kLetter = 6.2;  // about as wide as a letter of the legend

// Colours that all readers can distinguish, on paper too: all but the first are dashed.
constexpr char kPlotStyle[] =
    "<style>\n"
    "text { font: 11px sans-serif; fill: #222 }\n"
    ".title { font-size: 15px; font-weight: bold }\n"
    ".panel { font-size: 13px; font-weight: bold }\n"
    ".axis { stroke: #222; fill: none }\n"
    ".grid { stroke: #ddd }\n"
    ".curve0 { stroke: #0b62a4; stroke-width: 1.8; fill: none }\n"
    ".curve1 { stroke: #c8500a; stroke-width: 1.4; stroke-dasharray: 7 3; fill: none }\n"
    ".curve2 { stroke: #2a7f2a; stroke-width: 1.4; stroke-dasharray: 3 3; fill: none }\n"
    ".curve3 { stroke: #8a4fa8; stroke-width: 1.4; stroke-dasharray: 9 3 2 3; fill: none }\n"
    ".curve4 { stroke: #666; stroke-width: 1.4; stroke-dasharray: 1 3; fill: none }\n"
    ".dot { fill: #0b62a4 }\n"
    ".level { stroke: #c8500a; stroke-width: 1.4; stroke-dasharray: 6 4 }\n"
    ".mark { stroke: #222; fill: none }\n"
    "</style>\n";

std::string text_at(double x, double y, const char* anchor, const std::string& text, const char* kind = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y, anchor,
                     *kind == '\0' ? "" : fmt::format(" class=\"{}\"", kind), escaped(text));
}

std::string line(double x1, double y1, double x2, double y2, const char* kind) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1,
                     x2, y2, kind);
}

// From values to places on the page, within the axes of one panel.
class Axes {
 public:
  explicit Axes(const Panel& panel) {
    for (const Curve& curve : panel.curves)
      for (const Point& point : curve.points) {
        x_highest_ = std::max(x_highest_, point.x);
        y_highest_ = std::max(y_highest_, point.y);
      }
    if (panel.level) y_highest_ = std::max(y_highest_, panel.level->y);
    if (x_highest_ == 0) x_highest_ = 1;
    const bool flat = y_highest_ == 0;
    if (flat) y_highest_ = 1;
    x_step_ = axis_step(x_highest_, kMarksOnAxis);
    y_step_ = axis_step(y_highest_, kMarksOnAxis);
    // The curve does not touch the frame, and the text of the mark has room above it.
    y_top_ = flat ? 1 : y_step_ * std::ceil(1.1 * y_highest_ / y_step_);
  }

  double x(double value) const { return kLeft + value / x_highest_ * width(); }
  double y(double value) const { return kTop + (1 - value / y_top_) * height(); }
  static double width() { return kPanelWidth - kLeft - kRight; }
  static double height() { return kPanelHeight - kTop - kBottom; }
  static double right() { return kPanelWidth - kRight; }
  static double bottom() { return kPanelHeight - kBottom; }

  std::string draw(const Panel& panel) const {
    std::string svg;
    for (int i = 0; i * x_step_ <= x_highest_ * 1.0001; ++i)
      svg += line(x(i * x_step_), bottom(), x(i * x_step_), bottom() + 4, "axis") +
             text_at(x(i * x_step_), bottom() + 17, "middle", fmt::format("{:g}", i * x_step_));
    for (int i = 0; i * y_step_ <= y_top_ * 1.0001; ++i) {
      if (i > 0) svg += line(kLeft, y(i * y_step_), right(), y(i * y_step_), "grid");
      svg += text_at(kLeft - 6, y(i * y_step_) + 4, "end", fmt::format("{:.4g}", i * y_step_));
    }
    svg += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", kLeft, kTop, bottom(),
                       right());
    svg += text_at(kLeft + width() / 2, kPanelHeight - 10, "middle", panel.x_label);
    svg +=
        fmt::format("<text transform=\"translate(16 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                    kTop + height() / 2, escaped(panel.y_label));
    return svg;
  }

 private:
  double x_highest_ = 0;
  double y_highest_ = 0;
  double y_top_ = 0;
  double x_step_ = 1;
  double y_step_ = 1;
};

std::string curve_style(std::size_t curve) {
  return fmt::format("curve{}", curve % kCurveStyles);
}

// From the right: the last name ends where the panel does.
std::string legend(const Panel& panel) {
  std::vector<std::pair<std::string, std::string>> entries;  // style and name
  for (std::size_t i = 0; i < panel.curves.size(); ++i)
    entries.emplace_back(curve_style(i), panel.curves[i].name);
  if (panel.level) entries.emplace_back("level", panel.level->name);
  const double y = kTop - 14;
  double x = Axes::right();
  std::string svg;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    x -= kLetter * static_cast<double>(width(entry->second));
    svg += text_at(x, y, "start", entry->second);
    svg += line(x - 26, y - 4, x - 6, y - 4, entry->first.c_str());
    x -= 38;
  }
  return svg;
}

std::string curve_of(const Curve& curve, const std::string& style, const Axes& axes) {
  std::string places;
  std::string dots;
  for (const Point& point : curve.points) {
    places += fmt::format("{}{:.1f},{:.1f}", places.empty() ? "" : " ", axes.x(point.x), axes.y(point.y));
    if (curve.dots)
      dots += fmt::format("<circle class=\"dot\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2\"/>\n", axes.x(point.x),
                          axes.y(point.y));
  }
  return fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", style, places) + dots;
}

std::string mark_of(const Mark& mark, const Axes& axes) {
  const double x = axes.x(mark.point.x);
  const double y = axes.y(mark.point.y);
  // The text stays within the panel.
  const bool at_left = x > kLeft + Axes::width() / 2;
  return fmt::format("<circle class=\"mark\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>\n", x, y) +
         text_at(at_left ? x - 8 : x + 8, y - 6, at_left ? "end" : "start", mark.text);
}

std::string panel_svg(const Panel& panel) {
  const Axes axes(panel);
  std::string svg =
      text_at(kLeft, kTop - 14, "start", panel.title, "panel") + legend(panel) + axes.draw(panel);
  if (panel.level) svg += line(kLeft, axes.y(panel.level->y), Axes::right(), axes.y(panel.level->y), "level");
  for (std::size_t i = 0; i < panel.curves.size(); ++i)
    svg += curve_of(panel.curves[i], curve_style(i), axes);
  if (panel.mark) svg += mark_of(*panel.mark, axes);
  return svg;
}

}  // namespace

double axis_step(double highest, int marks) {
  double step = std::pow(10, std::floor(std::log10(highest / marks)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0})
    if (highest / (factor * step) <= marks) return factor * step;
  return 10 * step;
}

std::string svg_plot(const std::string& title, const std::vector<Panel>& panels) {
  const auto rows = (panels.size() + kColumns - 1) / kColumns;
  const double page_width = kColumns * kPanelWidth;
  const double page_height = kHeader + static_cast<double>(rows) * kPanelHeight;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
      "{1:.0f}\">\n",
      page_width, page_height);
  svg += kPlotStyle;
  svg += fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" fill=\"white\"/>\n", page_width, page_height);
  svg += text_at(page_width / 2, 26, "middle", title, "title");
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::size_t row = i / kColumns;
    const std::size_t column = i % kColumns;
    svg +=
        fmt::format("<g transform=\"translate({:.0f} {:.0f})\">\n", static_cast<double>(column) * kPanelWidth,
                    kHeader + static_cast<double>(row) * kPanelHeight) +
        panel_svg(panels[i]) + "</g>\n";
  }
  return svg + "</svg>\n";
}

}  // namespace heddle::report
