// A bag of two lanes, each with a lock of its own: what is taken was put, but not in a certain order. The one
// that is not right looks at the first value of a lane under one lock and removes it under another.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>

template <bool kIsRight>
class Lanes {
 public:
  void push(int value) {
    Lane& lane = lanes_[value % 2 == 0 ? 0 : 1];
    const std::scoped_lock lock(lane.mutex);
    lane.values.push_back(value);
  }
  bool try_pop(int& value) {
    for (Lane& lane : lanes_) {
      std::unique_lock lock(lane.mutex);
      if (lane.values.empty()) continue;
      value = lane.values.front();
      if (!kIsRight) {
        lock.unlock();
        lock.lock();
        if (lane.values.empty()) return true;
      }
      lane.values.pop_front();
      return true;
    }
    return false;
  }

 private:
  struct Lane {
    std::mutex mutex;
    std::deque<int> values;
  };
  Lane lanes_[2];
};
