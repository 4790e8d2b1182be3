// Two threads allocate and free the blocks of a vector.
// Bug: looking for a free block and marking it as allocated are two calls with a lock each.
// Fails when both threads find the same block before either of them has marked it.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

constexpr int kBlocks = 100;
constexpr int kCalls = 4;

class AllocationVector {
 public:
  int allocate() {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    const int block = find_free();
    mark_as_allocated(block);
    return block;
  }

  void free(int block) {
    std::lock_guard lock(mutex_);
    assert(is_allocated_[block]);
    is_allocated_[block] = false;
  }

 private:
  int find_free() {
    std::lock_guard lock(mutex_);
    for (int block = 0; block < kBlocks; ++block) {
      if (!is_allocated_[block]) return block;
    }
    assert(!"there are more blocks than the threads can ask for");
    return -1;
  }

  void mark_as_allocated(int block) {
    std::lock_guard lock(mutex_);
    assert(!is_allocated_[block]);
    is_allocated_[block] = true;
  }

  std::recursive_mutex mutex_;
  std::array<bool, kBlocks> is_allocated_{};
};

AllocationVector vector;

void allocate_and_free(unsigned seed) {
  std::array<int, kCalls> blocks;
  int count = 0;
  for (int call = 0; call < kCalls; ++call) {
    seed = seed * 1664525 + 1013904223;
    if (count > 0 && seed >> 31 == 0) {
      vector.free(blocks[--count]);
    } else {
      blocks[count++] = vector.allocate();
    }
  }
}

int main() {
  std::thread first([] { allocate_and_free(1); });
  std::thread second([] { allocate_and_free(2); });
  first.join();
  second.join();
}
