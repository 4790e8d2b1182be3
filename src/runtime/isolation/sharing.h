// When executions are shared out to several workers. Until something new is learnt, executions do not depend
// on each other; what runs behind a lesson is in vain. So they are shared out when there has been none for a
// while and there is enough work to pay for the workers' start.
#pragma once

#include <algorithm>
#include <cstdint>

#include "search/executor.h"

namespace heddle::runtime {

class Sharing {
 public:
  static constexpr std::uint64_t kLeastPatience = 16;
  static constexpr std::uint64_t kMostPatience = 4096;
  static constexpr std::uint64_t kLeastWork = 5'000'000;  // nanoseconds
  static constexpr std::uint64_t kStartsToPay = 8;  // a start of the workers pays in so many times its cost
  static constexpr std::uint64_t kPieceTime = 2'000'000;  // nanoseconds
  static constexpr std::uint64_t kMostOfPiece = 4096;

  // Behind each execution, in which nothing was learnt, or something.
  void note_quiet(std::uint64_t executions) { quiet_ += executions; }
  void note_news() { quiet_ = 0; }
  // Some executions in a row took so long.
  void note_time(std::uint64_t executions, std::uint64_t nanoseconds) {
    if (executions != 0) time_ = std::max<std::uint64_t>(nanoseconds / executions, 1);
  }

  // How many executions are there to share out?
  static std::uint64_t extent(const Ahead& ahead) {
    return ahead.until_lesson < ahead.most ? ahead.until_lesson + 1 : ahead.most;
  }
  bool pays(const Ahead& ahead) const {
    if (ahead.until_lesson == 0 || time_ == 0 || quiet_ < patience_) return false;
    return extent(ahead) >= std::max(kLeastWork, kStartsToPay * start_) / time_;
  }
  std::uint64_t piece(const Ahead& ahead, std::uint64_t workers) const {
    const std::uint64_t fair = extent(ahead) / (4 * workers);
    return std::clamp<std::uint64_t>(std::min(kPieceTime / std::max<std::uint64_t>(time_, 1), fair), 1,
                                     kMostOfPiece);
  }
  void note_start(std::uint64_t nanoseconds) { start_ = nanoseconds; }
  // It ended after so many executions, where the strategy had announced no lesson.
  void note_surprise(std::uint64_t executions) {
    quiet_ = 0;
    const bool paid = executions * time_ >= kStartsToPay * start_;
    patience_ = paid ? kLeastPatience : std::min(2 * patience_, kMostPatience);
  }

 private:
  std::uint64_t quiet_ = 0;  // executions since something was learnt
  std::uint64_t patience_ = kLeastPatience;
  std::uint64_t time_ = 0;  // nanoseconds an execution
  std::uint64_t start_ = 1'000'000;
};

}  // namespace heddle::runtime
