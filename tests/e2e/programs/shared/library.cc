// A counter in a shared library, with a bug: two threads may read it before either writes it.
#include "library.h"

namespace {

int total = 0;
thread_local int own_calls = 0;
std::mutex total_mutex;

}  // namespace

int count_one() {
  total = total + 1;
  return ++own_calls;
}

int count_one_locked() {
  const std::lock_guard lock(total_mutex);
  return count_one();
}

int counted() {
  return total;
}
