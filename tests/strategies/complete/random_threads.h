// Small random programs.
#pragma once

#include <algorithm>

#include "event/random.h"
#include "scripted_threads.h"

namespace heddle::complete::testing {

inline Op random_access(Random& random, int& value) {
  const int x = static_cast<int>(random.below(2));
  switch (random.below(4)) {
    case 0:
      return {Op::kStore, x, value++};
    case 1:
      return {Op::kAdd, x, 1};
    case 2:
      return {Op::kCompareExchange, x, static_cast<int>(random.below(2)), value++};
    default:
      return {Op::kLoad, x};
  }
}

// What the threads of a random program may use.
struct Uses {
  bool locks = false;
  bool shared_locks = false;
  bool conditions = false;
  bool semaphores = false;
  bool tries = false;  // of semaphores
  bool failures = false;
};

inline Threads random_threads(Random& random, const Uses& uses, std::size_t most = 9) {
  Threads threads(2 + random.below(3));
  int value = 1;
  std::size_t left = most;
  for (auto& ops : threads) {
    std::vector<int> held, held_alone;
    const std::size_t length = std::min<std::size_t>(left, 1 + random.below(4));
    left -= length;
    for (std::size_t i = 0; i < length; ++i) {
      const int m = static_cast<int>(random.below(2));
      const bool holds = std::find(held.begin(), held.end(), m) != held.end();
      if (uses.failures && random.below(4) == 0) {
        ops.push_back({Op::kFailIf, m, static_cast<int>(random.below(3))});
      } else if (uses.locks && random.coin()) {
        if (holds) {
          ops.push_back({Op::kUnlock, m});
          std::erase(held, m);
          std::erase(held_alone, m);
        } else if (random.below(3) == 0) {
          ops.push_back({uses.shared_locks && random.coin() ? Op::kTryLockShared : Op::kTryLock, m});
          ops.push_back(random_access(random, value));
          ops.push_back({Op::kUnlockIfHeld, m});
        } else {
          const bool shares = uses.shared_locks && random.coin();
          ops.push_back({shares ? Op::kLockShared : Op::kLock, m});
          held.push_back(m);
          if (!shares) held_alone.push_back(m);
        }
      } else if (uses.conditions && random.coin()) {
        if (!held_alone.empty() && random.coin())
          ops.push_back({Op::kWait, 0, held_alone.back()});
        else
          ops.push_back({random.coin() ? Op::kSignal : Op::kBroadcast, 0});
      } else if (uses.semaphores && random.coin()) {
        constexpr Op::Kind kKinds[] = {Op::kPost, Op::kTake, Op::kArrive, Op::kTryTake};
        ops.push_back({kKinds[random.below(uses.tries ? 4 : 3)], 0});
      } else {
        ops.push_back(random_access(random, value));
      }
    }
    for (const int m : held)
      if (random.below(10) != 0) ops.push_back({Op::kUnlock, m});
  }
  if (random.below(4) != 0) return threads;
  // A main thread that creates the others and waits for them.
  std::vector<Op> main;
  for (std::size_t i = 0; i < threads.size(); ++i) main.push_back({Op::kCreate, static_cast<int>(i + 1)});
  for (std::size_t i = 0; i < threads.size(); ++i) main.push_back({Op::kJoin, static_cast<int>(i + 1)});
  main.push_back({Op::kLoad, 0});
  threads.insert(threads.begin(), main);
  return threads;
}

}  // namespace heddle::complete::testing
