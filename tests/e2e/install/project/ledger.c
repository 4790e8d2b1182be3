#include "ledger.h"

static int total;

/* Bug: two threads may read the same total. */
void ledger_add(int amount) {
  int before = total;
  total = before + amount;
}

int ledger_total(void) {
  return total;
}
