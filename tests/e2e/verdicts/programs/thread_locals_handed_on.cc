// Every thread counts in a thread-local variable. The second grandchild gets the storage that the first one
// had, although nothing orders the two; std::async uses thread-local variables of the C++ library in the same
// way. Correct. With `lent` two threads count in the variable of a third, which nothing orders.
//
// run: => nothing
// run: lent => data-race
// options: --executions 300
#include <future>
#include <thread>

thread_local int count = 0;

void work() {
  std::thread inner([] { ++count; });
  inner.join();
  std::async(std::launch::async, [] { ++count; }).get();
}

void lend() {
  int* const mine = &count;
  std::thread borrower([mine] { ++*mine; });
  ++count;
  borrower.join();
}

int main(int arguments, char**) {
  void (*const task)() = arguments > 1 ? lend : work;
  std::thread first(task), second(task);
  first.join();
  second.join();
}
