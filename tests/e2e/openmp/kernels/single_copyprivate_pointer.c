// Race: copyprivate gives all threads a pointer to the same block, and all write its first element. Repaired:
// each writes an element of its own.
#include <omp.h>
#include <stdlib.h>

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int* block;
#pragma omp single copyprivate(block)
    block = calloc(3, sizeof(int));
#if RACE
    block[0] += 1;
#else
    block[omp_get_thread_num()] += 1;
#endif
#pragma omp barrier
#pragma omp single
    free(block);
  }
  return 0;
}
