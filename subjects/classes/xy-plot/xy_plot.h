// The plot of a chart with two numerical axes, after org.jfree.chart.plot.XYPlot. Datasets, axes, markers and
// what else is on the plot are known by their names. Bug: add_annotation() adds without the lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "../support/property.h"

namespace subjects {

class XYPlot {
 public:
  XYPlot() = default;
  XYPlot(const XYPlot&) = delete;
  XYPlot& operator=(const XYPlot&) = delete;

  void add_annotation(const std::string& name) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    annotations_.push_back(name);
  }
  // False if there is no such annotation.
  bool remove_annotation(const std::string& name) {
    std::lock_guard lock(mutex_);
    return std::erase(annotations_, name) > 0;
  }
  void clear_annotations() {
    std::lock_guard lock(mutex_);
    annotations_.clear();
  }
  int get_annotation_count() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(annotations_.size());
  }
  std::vector<std::string> get_annotations() const {
    std::lock_guard lock(mutex_);
    return annotations_;
  }

  SUBJECTS_NAMES(datasets)
  SUBJECTS_NAMES(renderers)
  SUBJECTS_NAMES(domain_axes)
  SUBJECTS_NAMES(range_axes)
  SUBJECTS_NAMES(domain_markers)
  SUBJECTS_NAMES(range_markers)

  // Every dataset has the renderer of its index; where there are fewer, the last one draws the rest.
  std::string get_renderer_for(const std::string& dataset) const {
    std::lock_guard lock(mutex_);
    const auto place = std::find(datasets_.begin(), datasets_.end(), dataset);
    if (place == datasets_.end() || renderers_.empty()) return "";
    return renderers_[std::min(static_cast<std::size_t>(place - datasets_.begin()), renderers_.size() - 1)];
  }

  SUBJECTS_PROPERTY(std::string, orientation, "vertical")
  SUBJECTS_PROPERTY(int, weight, 1)
  SUBJECTS_PROPERTY(std::string, axis_offset, "")
  SUBJECTS_PROPERTY(std::string, domain_axis_location, "bottom")
  SUBJECTS_PROPERTY(std::string, range_axis_location, "left")
  SUBJECTS_PROPERTY(std::string, dataset_rendering_order, "reverse")
  SUBJECTS_PROPERTY(std::string, series_rendering_order, "reverse")
  SUBJECTS_PROPERTY(std::string, fixed_legend_items, "")
  SUBJECTS_PROPERTY(std::string, shadow_generator, "")
  SUBJECTS_PROPERTY(std::string, fixed_domain_axis_space, "")
  SUBJECTS_PROPERTY(std::string, fixed_range_axis_space, "")
  SUBJECTS_FLAG(domain_pannable, false)
  SUBJECTS_FLAG(range_pannable, false)
  SUBJECTS_FLAG(domain_gridlines_visible, true)
  SUBJECTS_PROPERTY(std::string, domain_gridline_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, domain_gridline_paint, "white")
  SUBJECTS_FLAG(domain_minor_gridlines_visible, false)
  SUBJECTS_PROPERTY(std::string, domain_minor_gridline_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, domain_minor_gridline_paint, "white")
  SUBJECTS_FLAG(domain_zero_baseline_visible, false)
  SUBJECTS_PROPERTY(std::string, domain_zero_baseline_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, domain_zero_baseline_paint, "black")
  SUBJECTS_FLAG(domain_crosshair_visible, false)
  SUBJECTS_FLAG(domain_crosshair_locked_on_data, true)
  SUBJECTS_PROPERTY(double, domain_crosshair_value, 0)
  SUBJECTS_PROPERTY(std::string, domain_crosshair_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, domain_crosshair_paint, "blue")
  SUBJECTS_PROPERTY(std::string, domain_tick_band_paint, "")
  SUBJECTS_FLAG(range_gridlines_visible, true)
  SUBJECTS_PROPERTY(std::string, range_gridline_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, range_gridline_paint, "white")
  SUBJECTS_FLAG(range_minor_gridlines_visible, false)
  SUBJECTS_PROPERTY(std::string, range_minor_gridline_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, range_minor_gridline_paint, "white")
  SUBJECTS_FLAG(range_zero_baseline_visible, false)
  SUBJECTS_PROPERTY(std::string, range_zero_baseline_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, range_zero_baseline_paint, "black")
  SUBJECTS_FLAG(range_crosshair_visible, false)
  SUBJECTS_FLAG(range_crosshair_locked_on_data, true)
  SUBJECTS_PROPERTY(double, range_crosshair_value, 0)
  SUBJECTS_PROPERTY(std::string, range_crosshair_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, range_crosshair_paint, "blue")
  SUBJECTS_PROPERTY(std::string, range_tick_band_paint, "")
  SUBJECTS_PROPERTY(double, quadrant_origin_x, 0)
  SUBJECTS_PROPERTY(double, quadrant_origin_y, 0)
  SUBJECTS_PROPERTY(std::string, first_quadrant_paint, "")
  SUBJECTS_PROPERTY(std::string, second_quadrant_paint, "")
  SUBJECTS_PROPERTY(std::string, third_quadrant_paint, "")
  SUBJECTS_PROPERTY(std::string, fourth_quadrant_paint, "")
  SUBJECTS_PROPERTY(std::string, no_data_message, "")
  SUBJECTS_PROPERTY(std::string, no_data_message_font, "sans 12")
  SUBJECTS_PROPERTY(std::string, no_data_message_paint, "black")
  SUBJECTS_PROPERTY(std::string, insets, "")
  SUBJECTS_PROPERTY(std::string, drawing_supplier, "")
  SUBJECTS_PROPERTY(std::string, background_paint, "light gray")
  SUBJECTS_PROPERTY(double, background_alpha, 1)
  SUBJECTS_PROPERTY(std::string, background_image, "")
  SUBJECTS_PROPERTY(int, background_image_alignment, 15)
  SUBJECTS_PROPERTY(double, background_image_alpha, 0.5)
  SUBJECTS_PROPERTY(double, foreground_alpha, 1)
  SUBJECTS_FLAG(outline_visible, true)
  SUBJECTS_PROPERTY(std::string, outline_stroke, "0.5")
  SUBJECTS_PROPERTY(std::string, outline_paint, "gray")
  SUBJECTS_FLAG(notify, true)

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> annotations_;
};

}  // namespace subjects
