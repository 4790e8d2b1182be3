#include <cassert>
#include <thread>

#include "ledger.h"

int main() {
  std::thread first([] { ledger_add(1); });
  std::thread second([] { ledger_add(2); });
  first.join();
  second.join();
  assert(ledger_total() == 3);
}
