// Race: all threads use the scratch block that was allocated before the region. Repaired: each thread
// allocates one.
#include <omp.h>
#include <stdlib.h>

int results[3];

int main(void) {
  int* scratch = calloc(2, sizeof(int));
#if RACE
#pragma omp parallel num_threads(3)
#else
#pragma omp parallel num_threads(3) private(scratch)
#endif
  {
    const int me = omp_get_thread_num();
#if !RACE
    scratch = calloc(2, sizeof(int));
#endif
    scratch[0] = me;
    scratch[1] = scratch[0] + 1;
    results[me] = scratch[1];
#if !RACE
    free(scratch);
#endif
  }
  free(scratch);
  return 0;
}
