// A library that is not instrumented has a lock of its own, and what it orders are atomics. Under the C++
// memory model a thread would see older values, because Heddle does not see the order: so memory stays
// sequentially consistent.
//
// run: guarded => nothing
// run: handed => nothing
// says: may order threads unseen
// options: --executions 300
// plain library: own_lock.cc
// build: -ldl
#include <dlfcn.h>
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

namespace {

void (*take_lock)();
void (*give_lock)();
void (*say_ready)();
std::atomic<bool>* ready;

std::atomic<int> count{0};
std::atomic<int> payload{0};

template <typename Symbol>
void find(void* library, const char* name, Symbol*& symbol) {
  symbol = reinterpret_cast<Symbol*>(dlsym(library, name));
  assert(symbol != nullptr);
}

void add_guarded() {
  take_lock();
  count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  give_lock();
}

void hand_over() {
  payload.store(1, std::memory_order_relaxed);
  say_ready();
}

void take_over() {
  if (ready->load(std::memory_order_acquire)) assert(payload.load(std::memory_order_relaxed) == 1);
}

}  // namespace

int main(int, char** arguments) {
  const std::string program = arguments[0];
  void* const library = dlopen((program.substr(0, program.rfind('/') + 1) + "own_lock.so").c_str(), RTLD_NOW);
  assert(library != nullptr);
  find(library, "take_lock", take_lock);
  find(library, "give_lock", give_lock);
  find(library, "say_ready", say_ready);
  find(library, "ready", ready);

  const bool is_guarded = std::string(arguments[1]) == "guarded";
  std::thread one(is_guarded ? add_guarded : hand_over), two(is_guarded ? add_guarded : take_over);
  one.join();
  two.join();
  assert(!is_guarded || count.load(std::memory_order_relaxed) == 2);
}
