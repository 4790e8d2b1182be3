// When to stop: coverage no longer grows. As in Study 2 of the TSA paper, a line is fitted to the coverage
// within a window; it is saturated when the window is full and the fit explains less than a tenth of the
// variance. Coverage that does not change at all has no variance: that counts as 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

namespace heddle {

class Saturation {
 public:
  static constexpr double kThreshold = 0.1;  // of r squared

  // In the unit of `x` below: seconds, or executions.
  explicit Saturation(double window) : window_(window) {}

  // What is covered at x, which never goes back.
  void add(double x, double covered);
  bool is_saturated() const { return saturated_; }

 private:
  static constexpr double kSamples = 1000;  // in a window, at most

  struct Sample {
    double x;
    double y;
  };

  void judge();

  double window_;
  double start_ = 0;
  bool started_ = false;
  bool saturated_ = false;
  std::deque<Sample> samples_;
};

}  // namespace heddle
