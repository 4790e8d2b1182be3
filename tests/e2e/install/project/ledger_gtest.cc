#include <gtest/gtest.h>

#include <thread>

#include "ledger.h"

TEST(Ledger, AddsAlone) {
  const long before = ledger_total();
  ledger_add(1);
  EXPECT_EQ(ledger_total(), before + 1);
}

TEST(Ledger, AddsTogether) {
  const long before = ledger_total();
  std::thread first([] { ledger_add(1); });
  std::thread second([] { ledger_add(2); });
  first.join();
  second.join();
  EXPECT_EQ(ledger_total(), before + 3);
}
