// A check throws, and its exception destroys a joinable std::thread on its way to the handler:
// std::terminate. The exception came first.
//
// run: => uncaught-exception
// options: --executions 100
// says: uncaught exception std::logic_error thrown at \S+first.cc:13
// never: without an exception
#include <atomic>
#include <stdexcept>
#include <thread>

void check(bool holds) {
  if (!holds) throw std::logic_error("the balance is wrong");
}

std::atomic<int> balance{0};

void check_balance() {
  std::thread client([] { ++balance; });
  check(balance == 0);
  client.join();
}

int main() {
  try {
    check_balance();
  } catch (const std::exception&) {
    return 1;
  }
}
