// Four threads count themselves and say who leads, which has to be the last one.
// Bug: the count has a lock and the leader has none. Besides, main does not wait for thread 0.
// Fails when thread 3 is not the last one to write the leader, or when thread 0 has not counted yet.
#include <algorithm>
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

std::mutex mutex;
int count = 0;
int leader = 0;

template <int id>
void run() {
  {
    std::lock_guard lock(mutex);
    ++count;
    if (kFixed) leader = std::max(leader, id);
  }
  if (!kFixed) leader = id;
}

int main() {
  std::array threads{std::thread(run<0>), std::thread(run<1>), std::thread(run<2>), std::thread(run<3>)};
  if (kFixed) threads[0].join();
  for (int i = 1; i < 4; ++i) threads[i].join();
  assert(count == 4);
  assert(leader == 3);
  if (!kFixed) threads[0].join();
}
