// Race: the withdrawals do not take the lock of the deposits. Repaired: they do.
#include <omp.h>

omp_lock_t lock;
int balance = 100;

void deposit(void) {
  omp_set_lock(&lock);
  balance += 10;
  omp_unset_lock(&lock);
}

void withdraw(void) {
#if !RACE
  omp_set_lock(&lock);
#endif
  balance -= 10;
#if !RACE
  omp_unset_lock(&lock);
#endif
}

int main(void) {
  omp_init_lock(&lock);
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    deposit();
#pragma omp section
    withdraw();
#pragma omp section
    deposit();
  }
  omp_destroy_lock(&lock);
  return 0;
}
