// oneTBB: threads of the program share a queue and a hash map, and a parallel loop runs on worker threads
// that the library makes by itself. With the argument "racy" the loop loses updates.
#include <tbb/concurrent_hash_map.h>
#include <tbb/concurrent_queue.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cassert>
#include <thread>

namespace {

using Map = tbb::concurrent_hash_map<int, int>;

void containers() {
  tbb::concurrent_queue<int> queue;
  Map counts;
  const auto work = [&](int producer) {
    for (int i = 0; i < 3; ++i) {
      queue.push(producer);
      Map::accessor entry;
      counts.insert(entry, i);
      entry->second += 1;
    }
  };
  std::thread first(work, 1), second(work, 2);
  int taken = 0, sum = 0;
  while (taken < 6) {
    int producer = 0;
    if (queue.try_pop(producer)) {
      sum += producer;
      ++taken;
    } else {
      std::this_thread::yield();
    }
  }
  first.join();
  second.join();
  assert(sum == 9 && queue.empty() && counts.size() == 3);
  for (const auto& [key, count] : counts) assert(count == 2);
}

void workers(bool racy) {
  tbb::global_control at_most(tbb::global_control::max_allowed_parallelism, 3);
  tbb::task_arena three(3);
  std::atomic<int> sum{0};
  const auto add = [&](int i) {
    if (racy)
      sum = sum + i;
    else
      sum += i;
  };
  three.execute([&] { tbb::parallel_for(0, 16, add, tbb::simple_partitioner()); });
  assert(sum == 120);
}

}  // namespace

int main(int argc, char**) {
  const bool racy = argc > 1;
  if (!racy) containers();
  workers(racy);
}
