// Race: master has no barrier, so that the others do not wait for its write. Repaired: a barrier follows.
#include <omp.h>

int origin;
int seen[3];

int main(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp master
    origin = 3;
#if !RACE
#pragma omp barrier
#endif
    seen[omp_get_thread_num()] = origin;
  }
  return 0;
}
