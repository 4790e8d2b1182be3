// Race: each thread has a pointer of its own, but all point to the first element. Repaired: each points to
// another element.
#include <omp.h>

int buffer[3];

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int* cursor = buffer;
#if !RACE
    cursor += omp_get_thread_num();
#endif
    *cursor += 1;
  }
  return 0;
}
