// Race: each thread has a lock of its own, so that they exclude nothing. Repaired: one lock for all.
#include <omp.h>

omp_lock_t locks[3];
int total = 0;

int main() {
  for (omp_lock_t& lock : locks) omp_init_lock(&lock);
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; ++i) {
#if RACE
    omp_lock_t* const lock = &locks[i];
#else
    omp_lock_t* const lock = &locks[0];
#endif
    omp_set_lock(lock);
    total += i;
    omp_unset_lock(lock);
  }
  for (omp_lock_t& lock : locks) omp_destroy_lock(&lock);
}
