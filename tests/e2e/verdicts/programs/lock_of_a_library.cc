// A library that is not instrumented has a lock of its own: what the lock orders is no race, though Heddle
// does not see it. Beside it are races that the lock does not prevent. In `between`, most schedules have
// calls of the library between the two accesses; some have not. In `handled`, a handler of the program has
// run before.
//
// run: guarded => nothing
// run: callback => nothing
// run: flag => nothing
// run: handled => nothing
// run: unguarded => data-race
// run: between => data-race
// says: (possible data races? (is|are) not reported, because own_lock.so may order|data race at)
// options: --executions 300
// plain library: own_lock.cc
// build: -ldl
#include <dlfcn.h>
#include <setjmp.h>
#include <signal.h>
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

namespace {

void (*take_lock)();
void (*give_lock)();
void (*with_lock)(void (*)());
void (*say_ready)();
std::atomic<bool>* ready;

int guarded = 0;
int unguarded = 0;

template <typename Symbol>
void find(void* library, const char* name, Symbol*& symbol) {
  symbol = reinterpret_cast<Symbol*>(dlsym(library, name));
  assert(symbol != nullptr);
}

void add_guarded() {
  take_lock();
  ++guarded;
  give_lock();
}

void add_by_callback() {
  with_lock([] { ++guarded; });
}

thread_local sigjmp_buf before_fault;
volatile int* volatile nowhere = nullptr;

void add_after_fault() {
  if (sigsetjmp(before_fault, 1) == 0) *nowhere = 1;
  add_guarded();
}

void add_unguarded() {
  add_guarded();
  ++unguarded;
}

void add_between() {
  add_guarded();
  ++unguarded;
  add_guarded();
}

void wait_for_flag() {
  if (ready->load(std::memory_order_acquire)) assert(guarded == 1);
}

void set_flag() {
  guarded = 1;
  say_ready();
}

}  // namespace

int main(int, char** arguments) {
  const std::string program = arguments[0];
  void* const library = dlopen((program.substr(0, program.rfind('/') + 1) + "own_lock.so").c_str(), RTLD_NOW);
  assert(library != nullptr);
  find(library, "take_lock", take_lock);
  find(library, "give_lock", give_lock);
  find(library, "with_lock", with_lock);
  find(library, "say_ready", say_ready);
  find(library, "ready", ready);

  const std::string way = arguments[1];
  void (*first)() = set_flag;
  void (*second)() = wait_for_flag;
  if (way == "guarded") first = second = add_guarded;
  if (way == "callback") first = second = add_by_callback;
  if (way == "unguarded") first = second = add_unguarded;
  if (way == "between") first = second = add_between;
  if (way == "handled") {
    signal(SIGSEGV, [](int) { siglongjmp(before_fault, 1); });
    first = second = add_after_fault;
  }
  std::thread one(first), two(second);
  one.join();
  two.join();
}
