// oneTBB's own heap: blocks that one thread gives back and another gets are not shared memory, whether a
// container asks for them or the program does. With the argument "freed" the program reads a block too late.
#include <tbb/cache_aligned_allocator.h>
#include <tbb/concurrent_hash_map.h>
#include <tbb/scalable_allocator.h>

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <thread>
#include <vector>

namespace {

using Map = tbb::concurrent_hash_map<int, int>;

void nodes() {
  Map map(10);
  std::thread first([&] {
    Map::const_accessor entry;
    map.insert(entry, 1);
    entry.release();
    map.erase(1);
  });
  std::thread second([&] {
    Map::accessor entry;
    map.insert(entry, 5);
    entry->second = 7;
  });
  first.join();
  second.join();
  assert(map.size() == 1);
}

void blocks() {
  const auto work = [](char value) {
    char* block = static_cast<char*>(scalable_malloc(24));
    block[0] = value;
    block = static_cast<char*>(scalable_realloc(block, 100));
    assert(block[0] == value && scalable_msize(block) >= 100);
    scalable_free(block);
    char* zeroed = static_cast<char*>(scalable_calloc(5, 8));
    assert(zeroed[39] == 0);
    scalable_free(zeroed);
    std::vector<char, tbb::cache_aligned_allocator<char>> own(3, value);
    assert(reinterpret_cast<std::uintptr_t>(own.data()) % 128 == 0);
  };
  std::thread first(work, 1), second(work, 2);
  first.join();
  second.join();
}

void alignment() {
  char* block = static_cast<char*>(scalable_aligned_malloc(10, 512));
  assert(reinterpret_cast<std::uintptr_t>(block) % 512 == 0);
  block[9] = 3;
  block = static_cast<char*>(scalable_aligned_realloc(block, 1000, 1024));
  assert(reinterpret_cast<std::uintptr_t>(block) % 1024 == 0 && block[9] == 3);
  scalable_aligned_free(block);
  errno = 0;
  assert(scalable_aligned_malloc(10, 3) == nullptr && errno == EINVAL);
  void* other = nullptr;
  assert(scalable_posix_memalign(&other, 256, 10) == 0);
  assert(reinterpret_cast<std::uintptr_t>(other) % 256 == 0);
  scalable_free(other);
  assert(scalable_aligned_realloc(scalable_aligned_malloc(8, 64), 0, 64) == nullptr);
}

}  // namespace

int main(int argc, char**) {
  if (argc > 1) {
    std::vector<int, tbb::scalable_allocator<int>> numbers{1, 2, 3};
    const int& first = numbers.front();
    numbers.reserve(100);
    return first;
  }
  nodes();
  blocks();
  alignment();
}
