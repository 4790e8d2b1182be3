// Race: the lock is given back before the last access. Repaired: after it.
#include <omp.h>

omp_lock_t lock;
int queue[6];
int length;

int main(void) {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
    omp_set_lock(&lock);
    queue[length] = 1;
#if RACE
    omp_unset_lock(&lock);
#endif
    length += 1;
#if !RACE
    omp_unset_lock(&lock);
#endif
  }
  omp_destroy_lock(&lock);
  return 0;
}
