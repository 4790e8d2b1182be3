// Line plots as SVG, several panels on a page. Each panel has a few curves, perhaps a level to compare them
// with, and a marked point.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

struct Point {
  double x;
  double y;
};

struct Curve {
  std::string name;
  std::vector<Point> points;
  bool dots = false;  // at the points
};

struct Level {
  std::string name;
  double y = 0;
};

struct Mark {
  Point point;
  std::string text;
};

struct Panel {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Curve> curves;  // at most five are told apart
  std::optional<Level> level;
  std::optional<Mark> mark;
};

// Two panels in a row. Both axes begin at 0.
std::string svg_plot(const std::string& title, const std::vector<Panel>& panels);

// The distance of marks on an axis from 0 to `highest`: 1, 2 or 5 times a power of ten, at most `marks` of
// them.
double axis_step(double highest, int marks);

}  // namespace heddle::report
