// Race: a thread goes on although omp_test_lock did not get the lock. Repaired: it leaves the counter alone
// then.
#include <omp.h>

omp_lock_t lock;
int counter = 0;

int main() {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    const bool is_mine = omp_test_lock(&lock) != 0;
    if (RACE || is_mine) counter += 1;
    if (is_mine) omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}
