#include "host/time_share.h"

#include <algorithm>

namespace heddle::host {

namespace {

constexpr double kLeastSeconds = 0.2;

}  // namespace

double TimeShare::of_next(double elapsed, std::size_t not_begun) const {
  const std::size_t rows = at_a_time == 0 ? 1 : at_a_time;
  const std::size_t rounds = std::max<std::size_t>(1, (not_begun + rows - 1) / rows);
  return std::max(kLeastSeconds, (seconds - elapsed) / static_cast<double>(rounds));
}

}  // namespace heddle::host
