// A thread that is not main lends a local variable to another one; both add to it, and an addition is lost.
// With `two` it only waits for two threads that add to it.
//
// run: => assertion, data-race?
// run: two => assertion, data-race?
#include <cstdlib>
#include <thread>

void add_one(int& sum) {
  sum = sum + 1;
}

void lend_to_one() {
  int sum = 0;
  std::thread borrower(add_one, std::ref(sum));
  add_one(sum);
  borrower.join();
  if (sum != 2) std::abort();
}

void lend_to_two() {
  int sum = 0;
  std::thread borrower(add_one, std::ref(sum)), other(add_one, std::ref(sum));
  borrower.join();
  other.join();
  if (sum != 2) std::abort();
}

int main(int count, char**) {
  std::thread lender(count > 1 ? lend_to_two : lend_to_one);
  lender.join();
}
