// Pauses between attempts that grow, of random length: many workers lose the same database at the same time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>

#include "store/patience.h"

namespace heddle::store {

class Retry {
 public:
  explicit Retry(const Patience& patience) : patience_(patience), start_(Clock::now()) {}

  // False: enough.
  bool pause() {
    auto left = std::chrono::milliseconds(
        std::uniform_int_distribution<std::int64_t>(longest_.count() / 2, longest_.count())(random_));
    longest_ = std::min(longest_ * 2, kLongest);
    for (; left.count() > 0; left -= kGlance) {
      if (patience_.stop() || Clock::now() - start_ > std::chrono::duration<double>(patience_.seconds))
        return false;
      std::this_thread::sleep_for(std::min(left, kGlance));
    }
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kShortest{2};
  static constexpr std::chrono::milliseconds kLongest{1000};
  static constexpr std::chrono::milliseconds kGlance{50};  // between two looks at whether to stop

  const Patience& patience_;
  Clock::time_point start_;
  std::chrono::milliseconds longest_ = kShortest;
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace heddle::store
