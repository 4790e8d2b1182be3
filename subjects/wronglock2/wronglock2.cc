// Five threads replace a shared object by a new one, computed from the old.
// Bug: there is no lock around reading the old object and putting the new one in its place.
// Fails when a thread puts its object in place after another one has read the old: a step is lost.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kThreads = 5;

struct Struct {
  int number = 1;
  int count = 0;
};

std::mutex mutex;                            // only the twin takes it
std::array<Struct, kThreads + 1> structs{};  // the first one, and one of each thread
Struct* current = &structs[0];

template <int thread>
void replace() {
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  structs[thread].number = current->number * 2;
  reload();
  structs[thread].count = current->count + 1;
  current = &structs[thread];
}

int main() {
  std::array threads{std::thread(replace<1>), std::thread(replace<2>), std::thread(replace<3>),
                     std::thread(replace<4>), std::thread(replace<5>)};
  for (std::thread& thread : threads) thread.join();
  assert(current->count == kThreads);
}
