// Helpers start, write to local variables of their own, and end; the next helper gets the same stack,
// although its creator never joined the one before. Correct. With `shared` both helpers of a worker write to
// one local variable of the worker, which nothing orders.
//
// run: => nothing
// run: shared => data-race
// options: --executions 500
#include <thread>

__attribute__((noinline)) void add_up(int* sums) {
  for (int i = 0; i < 8; ++i) sums[i % 4] += i;
}

void help() {
  int sums[4] = {};
  add_up(sums);
}

void work() {
  for (int i = 0; i < 2; ++i) {
    std::thread helper(help);
    helper.join();
  }
}

void work_with_shared_sums() {
  int sums[4] = {};
  std::thread one(add_up, sums), other(add_up, sums);
  one.join();
  other.join();
}

int main(int count, char**) {
  void (*const task)() = count > 1 ? work_with_shared_sums : work;
  std::thread first(task), second(task);
  first.join();
  second.join();
}
