// Race: one thread resets the counter with a plain store while the others add to it atomically. Repaired: the
// store is atomic.
#include <omp.h>

int counter = 5;

int main(void) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 0) {
#if !RACE
#pragma omp atomic write
#endif
      counter = 0;
    } else {
#pragma omp atomic update
      counter += 1;
    }
  }
  return 0;
}
