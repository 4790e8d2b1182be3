#include "coverage/saturation.h"

namespace heddle {

void Saturation::add(double x, double covered) {
  if (!started_) start_ = x;
  started_ = true;
  // What lies close together is one sample, the last of them.
  if (samples_.size() > 1 && x - samples_[samples_.size() - 2].x < window_ / kSamples) samples_.pop_back();
  samples_.push_back({x, covered});
  while (x - samples_.front().x > window_) samples_.pop_front();
  judge();
}

void Saturation::judge() {
  saturated_ = false;
  if (samples_.back().x - start_ < window_) return;
  const auto count = static_cast<double>(samples_.size());
  double mean_x = 0, mean_y = 0;
  for (const Sample& each : samples_) {
    mean_x += each.x / count;
    mean_y += each.y / count;
  }
  double xx = 0, xy = 0, yy = 0;
  for (const Sample& each : samples_) {
    xx += (each.x - mean_x) * (each.x - mean_x);
    xy += (each.x - mean_x) * (each.y - mean_y);
    yy += (each.y - mean_y) * (each.y - mean_y);
  }
  saturated_ = yy == 0 || xx == 0 || xy * xy / (xx * yy) < kThreshold;
}

}  // namespace heddle
