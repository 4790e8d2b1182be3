// A test of the queue as somebody would write and compile it: what `heddle class` has to be faster than.
#include <cstdlib>
#include <thread>

#include "bounded_queue_fixed.h"

int main() {
  BoundedQueue queue(1);
  bool pushed[2];
  std::thread first([&] { pushed[0] = queue.try_push(1); });
  std::thread second([&] { pushed[1] = queue.try_push(2); });
  first.join();
  second.join();
  if (pushed[0] == pushed[1]) std::abort();
}
