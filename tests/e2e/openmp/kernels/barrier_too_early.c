// Race: the barrier comes before the write that it should order before the reads. Repaired: it comes after
// it.
#include <omp.h>

int width = 1;
int seen[3];

int main(void) {
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num();
#if RACE
#pragma omp barrier
#endif
    if (me == 0) width = 4;
#if !RACE
#pragma omp barrier
#endif
    seen[me] = width;
  }
  return 0;
}
