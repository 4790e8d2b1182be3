// Race: `square` is shared, and all threads use it for their intermediate value. Repaired: it is private.
#include <omp.h>

int results[3];

int main(void) {
  int square = 0;
#if RACE
#pragma omp parallel num_threads(3)
#else
#pragma omp parallel num_threads(3) private(square)
#endif
  {
    const int me = omp_get_thread_num();
    square = me * me;
    results[me] = square + 1;
  }
  results[0] += square;
  return 0;
}
