// Race: readers take no lock. Repaired: they take the one that the writer takes.
#include <omp.h>

omp_lock_t lock;
int pair[2];
int sums[3];

int main(void) {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num();
    if (me == 0) {
      omp_set_lock(&lock);
      pair[0] = 1;
      pair[1] = 2;
      omp_unset_lock(&lock);
    } else {
#if !RACE
      omp_set_lock(&lock);
#endif
      sums[me] = pair[0] + pair[1];
#if !RACE
      omp_unset_lock(&lock);
#endif
    }
  }
  omp_destroy_lock(&lock);
  return 0;
}
