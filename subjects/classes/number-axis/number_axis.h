// A numerical axis of a chart, after org.jfree.chart.axis.NumberAxis.
// Bug: set_lower_bound() and the others that change the range by what it is get it and then set it, with the
// lock in each step but not between them.
#pragma once

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "../support/property.h"

namespace subjects {

class NumberAxis {
 public:
  NumberAxis() = default;
  NumberAxis(const NumberAxis&) = delete;
  NumberAxis& operator=(const NumberAxis&) = delete;

  // The lower and the upper bound.
  std::pair<double, double> get_range() const {
    std::lock_guard lock(mutex_);
    return range_;
  }
  void set_range(double lower, double upper) {
    if (!(lower < upper)) throw std::invalid_argument("NumberAxis: empty range");
    std::lock_guard lock(mutex_);
    range_ = {lower, upper};
  }
  double get_lower_bound() const { return get_range().first; }
  double get_upper_bound() const { return get_range().second; }
  double get_length() const {
    const auto [lower, upper] = get_range();
    return upper - lower;
  }
  double get_center() const {
    const auto [lower, upper] = get_range();
    return (lower + upper) / 2;
  }
  bool contains(double value) const {
    const auto [lower, upper] = get_range();
    return lower <= value && value <= upper;
  }

  void set_lower_bound(double lower) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    const double upper = get_upper_bound();
    set_range(lower, lower < upper ? upper : lower + 1);
  }
  void set_upper_bound(double upper) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    const double lower = get_lower_bound();
    set_range(lower < upper ? lower : upper - 1, upper);
  }
  void pan(double distance) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    const auto [lower, upper] = get_range();
    set_range(lower + distance, upper + distance);
  }
  void center_range(double value) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    const double half = get_length() / 2;
    set_range(value - half, value + half);
  }

  // Where a value is on an axis of so many pixels, and back.
  double value_to_pixel(double value, double pixels) const {
    std::lock_guard lock(mutex_);
    const double part = (value - get_lower_bound()) / get_length();
    return pixels * (is_inverted() ? 1 - part : part);
  }
  double pixel_to_value(double pixel, double pixels) const {
    std::lock_guard lock(mutex_);
    const double part = pixel / pixels;
    return get_lower_bound() + get_length() * (is_inverted() ? 1 - part : part);
  }
  bool equals(const NumberAxis& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return range_ == other.range_ && label_ == other.label_ && inverted_ == other.inverted_;
  }

  SUBJECTS_PROPERTY(std::string, label, "")
  SUBJECTS_PROPERTY(std::string, label_font, "sans 12")
  SUBJECTS_PROPERTY(std::string, label_paint, "black")
  SUBJECTS_PROPERTY(std::string, label_insets, "")
  SUBJECTS_PROPERTY(std::string, label_location, "middle")
  SUBJECTS_PROPERTY(double, label_angle, 0)
  SUBJECTS_PROPERTY(std::string, label_tool_tip, "")
  SUBJECTS_PROPERTY(std::string, label_url, "")
  SUBJECTS_FLAG(visible, true)
  SUBJECTS_FLAG(axis_line_visible, true)
  SUBJECTS_PROPERTY(std::string, axis_line_stroke, "1")
  SUBJECTS_PROPERTY(std::string, axis_line_paint, "gray")
  SUBJECTS_FLAG(tick_labels_visible, true)
  SUBJECTS_PROPERTY(std::string, tick_label_font, "sans 10")
  SUBJECTS_PROPERTY(std::string, tick_label_paint, "black")
  SUBJECTS_PROPERTY(std::string, tick_label_insets, "")
  SUBJECTS_FLAG(tick_marks_visible, true)
  SUBJECTS_PROPERTY(double, tick_mark_inside_length, 0)
  SUBJECTS_PROPERTY(double, tick_mark_outside_length, 2)
  SUBJECTS_PROPERTY(std::string, tick_mark_stroke, "1")
  SUBJECTS_PROPERTY(std::string, tick_mark_paint, "gray")
  SUBJECTS_FLAG(minor_tick_marks_visible, false)
  SUBJECTS_PROPERTY(double, minor_tick_mark_inside_length, 0)
  SUBJECTS_PROPERTY(double, minor_tick_mark_outside_length, 2)
  SUBJECTS_PROPERTY(int, minor_tick_count, 0)
  SUBJECTS_PROPERTY(double, fixed_dimension, 0)
  SUBJECTS_FLAG(vertical_tick_labels, false)
  SUBJECTS_FLAG(inverted, false)
  SUBJECTS_FLAG(positive_arrow_visible, false)
  SUBJECTS_FLAG(negative_arrow_visible, false)
  SUBJECTS_FLAG(auto_range, true)
  SUBJECTS_FLAG(auto_tick_unit_selection, true)
  SUBJECTS_PROPERTY(double, auto_range_minimum_size, 1e-8)
  SUBJECTS_PROPERTY(double, lower_margin, 0.05)
  SUBJECTS_PROPERTY(double, upper_margin, 0.05)
  SUBJECTS_PROPERTY(double, fixed_auto_range, 0)
  SUBJECTS_FLAG(auto_range_includes_zero, true)
  SUBJECTS_FLAG(auto_range_sticky_zero, true)
  SUBJECTS_PROPERTY(double, tick_unit, 1)
  SUBJECTS_PROPERTY(std::string, number_format_override, "")
  SUBJECTS_PROPERTY(std::string, range_type, "full")
  SUBJECTS_PROPERTY(std::string, marker_band, "")

 private:
  mutable std::recursive_mutex mutex_;
  std::pair<double, double> range_ = {0, 1};
};

}  // namespace subjects
