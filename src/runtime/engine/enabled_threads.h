// The threads that can go on, ordered by id, as strategies are given them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "strategies/strategy.h"

namespace heddle::runtime {

class EnabledThreads {
 public:
  void reserve(std::size_t threads) {
    if (threads > room_.size()) room_.resize(threads);
  }
  void clear() { count_ = 0; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  const Candidate& front() const { return room_.front(); }
  const Candidate& operator[](std::size_t place) const { return room_[place]; }
  Candidate* begin() { return room_.data(); }
  Candidate* end() { return room_.data() + count_; }
  const Candidate* begin() const { return room_.data(); }
  const Candidate* end() const { return room_.data() + count_; }
  operator std::span<const Candidate>() const { return {room_.data(), count_}; }

  // Most threads come last: they are as old as their ids say, and few.
  void insert(ThreadId thread, const Operation& next) {
    if (count_ == room_.size()) room_.resize(2 * count_ + kFirstRoom);
    std::size_t place = count_++;
    for (; place != 0 && room_[place - 1].thread > thread; --place) room_[place] = room_[place - 1];
    room_[place] = {thread, &next};
  }
  // False: it is not there.
  bool erase(ThreadId thread) {
    std::size_t place = 0;
    while (place != count_ && room_[place].thread != thread) ++place;
    if (place == count_) return false;
    --count_;
    for (; place != count_; ++place) room_[place] = room_[place + 1];
    return true;
  }

 private:
  static constexpr std::size_t kFirstRoom = 16;

  std::vector<Candidate> room_;  // of which the first count_ are in use
  std::size_t count_ = 0;
};

}  // namespace heddle::runtime
