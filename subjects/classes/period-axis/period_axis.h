// An axis of time periods of a chart, after org.jfree.chart.axis.PeriodAxis.
// Bug: set_range() writes the two ends without the lock.
#pragma once

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../support/property.h"

namespace subjects {

class PeriodAxis {
 public:
  PeriodAxis() = default;
  PeriodAxis(const PeriodAxis&) = delete;
  PeriodAxis& operator=(const PeriodAxis&) = delete;

  // The first and the last period, both included.
  void set_range(int first, int last) {
    if (first > last) throw std::invalid_argument("PeriodAxis: empty range");
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    first_ = first;
    last_ = last;
  }
  std::pair<int, int> get_range() const {
    std::lock_guard lock(mutex_);
    return {first_, last_};
  }
  int get_first() const {
    std::lock_guard lock(mutex_);
    return first_;
  }
  void set_first(int first) {
    std::lock_guard lock(mutex_);
    if (first > last_) throw std::invalid_argument("PeriodAxis: empty range");
    first_ = first;
  }
  int get_last() const {
    std::lock_guard lock(mutex_);
    return last_;
  }
  void set_last(int last) {
    std::lock_guard lock(mutex_);
    if (first_ > last) throw std::invalid_argument("PeriodAxis: empty range");
    last_ = last;
  }
  int get_period_count() const {
    std::lock_guard lock(mutex_);
    return last_ - first_ + 1;
  }
  bool contains(int period) const {
    std::lock_guard lock(mutex_);
    return first_ <= period && period <= last_;
  }
  void pan(int periods) {
    std::lock_guard lock(mutex_);
    first_ += periods;
    last_ += periods;
  }

  // Where a period starts on an axis of so many pixels, and back.
  double period_to_pixel(int period, double pixels) const {
    std::lock_guard lock(mutex_);
    return pixels * (period - first_) / get_period_count();
  }
  int pixel_to_period(double pixel, double pixels) const {
    std::lock_guard lock(mutex_);
    return first_ + static_cast<int>(get_period_count() * pixel / pixels);
  }
  bool equals(const PeriodAxis& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return first_ == other.first_ && last_ == other.last_ && label_ == other.label_;
  }

  // The rows of labels below the axis, by the kind of period.
  void add_label_info(const std::string& period_class) {
    std::lock_guard lock(mutex_);
    label_info_.push_back(period_class);
  }
  void clear_label_info() {
    std::lock_guard lock(mutex_);
    label_info_.clear();
  }
  std::vector<std::string> get_label_info() const {
    std::lock_guard lock(mutex_);
    return label_info_;
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
  SUBJECTS_PROPERTY(std::string, time_zone, "UTC")
  SUBJECTS_PROPERTY(std::string, locale, "en")
  SUBJECTS_PROPERTY(std::string, auto_range_time_period_class, "day")
  SUBJECTS_PROPERTY(std::string, major_tick_time_period_class, "day")
  SUBJECTS_PROPERTY(std::string, minor_tick_time_period_class, "hour")
  SUBJECTS_PROPERTY(std::string, minor_tick_mark_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, minor_tick_mark_paint, "gray")

 private:
  mutable std::recursive_mutex mutex_;
  int first_ = 0;
  int last_ = 0;
  std::vector<std::string> label_info_;
};

}  // namespace subjects
