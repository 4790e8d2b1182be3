// Race: a transfer takes only the lock of the account that pays. Repaired: it takes both, the lower one
// first.
#include <omp.h>

struct Account {
  omp_lock_t lock;
  int balance;
};

Account accounts[3];

void transfer(int from, int to) {
#if RACE
  omp_set_lock(&accounts[from].lock);
#else
  omp_set_lock(&accounts[from < to ? from : to].lock);
  omp_set_lock(&accounts[from < to ? to : from].lock);
#endif
  accounts[from].balance -= 1;
  accounts[to].balance += 1;
#if !RACE
  omp_unset_lock(&accounts[to].lock);
#endif
  omp_unset_lock(&accounts[from].lock);
}

int main() {
  for (Account& account : accounts) omp_init_lock(&account.lock);
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; ++i) transfer(i, (i + 1) % 3);
  for (Account& account : accounts) omp_destroy_lock(&account.lock);
}
