// A program that allocates everything through functions of its own: a block is named by the code that called
// them, also where they were inlined, and its members are named by the type that was asked for.
//
// run: called => data-race
// run: inlined => data-race
// run: class => data-race
// run: freed => heap-error
// says: `balance`\s+of\s+the\s+(Account|Saving)\s+allocated\s+at\s+\S*own_allocator.cc:(40|41|42)
// options: --executions 50
#include <cstdlib>
#include <cstring>
#include <thread>

namespace {

[[gnu::noinline]] void* zeroed(void* block, std::size_t size) {
  return std::memset(block, 0, size);
}

[[gnu::noinline]] void* pool_alloc(std::size_t size) {
  return zeroed(std::malloc(size), size);
}

[[gnu::always_inline]] inline void* inlined_alloc(std::size_t size) {
  return zeroed(std::malloc(size), size);
}

struct Account {
  long owner;
  int balance;
};

struct Saving : Account {
  [[gnu::noinline]] static void* operator new(std::size_t size) { return zeroed(std::malloc(size), size); }
  static void operator delete(void* block) { std::free(block); }
};

Account* account_of(const char* way) {
  if (std::strcmp(way, "called") == 0 || std::strcmp(way, "freed") == 0)
    return static_cast<Account*>(pool_alloc(sizeof(Account)));
  if (std::strcmp(way, "inlined") == 0) return static_cast<Account*>(inlined_alloc(sizeof(Account)));
  return new Saving;
}

}  // namespace

int main(int, char** arguments) {
  void* const other = pool_alloc(100);
  Account* const account = account_of(arguments[1]);
  const auto pay = [account] { ++account->balance; };
  std::thread first(pay);
  if (std::strcmp(arguments[1], "freed") == 0) std::free(account);
  std::thread second(pay);
  first.join();
  second.join();
  std::free(other);
}
