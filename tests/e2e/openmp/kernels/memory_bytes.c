// Race: each thread also reads the byte of its neighbour. Repaired: it uses only its own byte; bytes of one
// word do not conflict.
#include <omp.h>

char bytes[4];
char copies[4];

int main(void) {
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num();
    bytes[me] = 1;
#if RACE
    copies[me] = bytes[me + 1];
#else
    copies[me] = bytes[me];
#endif
  }
  return 0;
}
