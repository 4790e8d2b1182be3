// Race: each thread adds to the shared sum. Repaired: a reduction of the parallel region.
#include <omp.h>

int sum;

int main(void) {
#if RACE
#pragma omp parallel num_threads(3)
#else
#pragma omp parallel num_threads(3) reduction(+ : sum)
#endif
  sum += omp_get_thread_num();
  return 0;
}
