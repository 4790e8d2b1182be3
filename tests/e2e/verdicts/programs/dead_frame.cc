// A function returns while another thread still uses a variable of its frame: atomically, plainly, as a
// range, or before the first use by anybody else. The name that is told is the variable's, and not that of
// what lies there meanwhile.
//
// run: atomic => stack-error
// run: plain => stack-error
// run: range => stack-error
// run: waits => nothing
// options: --executions 300
// says: in\s+the\s+frame\s+of\s+lend,|No bug found
#include <atomic>
#include <cstring>
#include <string_view>
#include <thread>

struct Loan {
  int values[4] = {};
  std::atomic<int> value{0};
};

std::string_view use;
std::atomic<Loan*> loan{nullptr};
std::atomic<bool> given_back{false};

void borrow() {
  Loan* mine = loan.load();
  if (mine == nullptr) return;
  if (use == "plain")
    mine->values[0] = 1;
  else if (use == "range")
    std::memset(mine->values, 1, sizeof mine->values);
  else
    mine->value.store(1);
  given_back.store(true);
}

[[gnu::noinline]] void lend() {
  Loan mine;
  loan.store(&mine);
  if (use != "waits") return;
  while (!given_back.load()) std::this_thread::yield();
}

int main(int, char** arguments) {
  use = arguments[1];
  if (use == "waits") {
    std::thread other([] {
      while (loan.load() == nullptr) std::this_thread::yield();
      borrow();
    });
    lend();
    other.join();
    return 0;
  }
  std::thread other(borrow);
  lend();
  other.join();
}
