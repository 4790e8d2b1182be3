// A thread allocates a block and publishes it by a relaxed store; another one is the first to write to it, or
// frees it. Nothing orders the allocation before that: a data race. With `release`, through a mutex and for a
// block that a pool hands on the allocation comes first: correct.
//
// run: relaxed => data-race
// run: free => data-race
// run: release => nothing
// run: mutex => nothing
// run: pool => nothing
// says: allocated at|No bug found
// options: --executions 300
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

struct Block {
  int words[8];
};

// Not even a block that is freed right afterwards may be left unwritten by the compiler.
void fill(Block* block) {
  block->words[3] = 1;
  asm volatile("" : : "r"(block) : "memory");
}

std::atomic<Block*> published{nullptr};

Block* wait_for_block() {
  Block* block;
  while ((block = published.load(std::memory_order_acquire)) == nullptr) std::this_thread::yield();
  return block;
}

void publish(std::memory_order order, bool frees) {
  std::thread other([=] {
    Block* const block = wait_for_block();
    if (!frees) fill(block);
    std::free(block);
  });
  published.store(static_cast<Block*>(std::malloc(sizeof(Block))), order);
  other.join();
}

std::mutex mutex;
std::vector<Block*> blocks;

Block* take() {
  const std::lock_guard lock(mutex);
  if (blocks.empty()) return nullptr;
  Block* const block = blocks.back();
  blocks.pop_back();
  return block;
}

void give(Block* block) {
  const std::lock_guard lock(mutex);
  blocks.push_back(block);
}

void hand_over() {
  std::thread other([] {
    Block* block;
    while ((block = take()) == nullptr) std::this_thread::yield();
    fill(block);
    delete block;
  });
  give(new Block);
  other.join();
}

void use_pool() {
  const auto work = [] {
    for (int i = 0; i < 2; ++i) {
      Block* block = take();
      if (block == nullptr) block = new Block;
      block->words[i] = 1;
      give(block);
    }
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
  while (Block* const block = take()) delete block;
}

int main(int, char** arguments) {
  const auto is = [&](const char* what) { return std::strcmp(arguments[1], what) == 0; };
  if (is("relaxed")) publish(std::memory_order_relaxed, false);
  if (is("free")) publish(std::memory_order_relaxed, true);
  if (is("release")) publish(std::memory_order_release, false);
  if (is("mutex")) hand_over();
  if (is("pool")) use_pool();
}
