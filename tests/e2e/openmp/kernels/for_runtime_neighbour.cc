// Race: an iteration reads the next element, which another thread may write first. Repaired: it reads its
// own.
#include <omp.h>

int values[7] = {1, 2, 3, 4, 5, 6, 7};

int main() {
  omp_set_schedule(omp_sched_dynamic, 1);
#pragma omp parallel for num_threads(3) schedule(runtime)
  for (int i = 0; i < 6; ++i) {
#if RACE
    values[i] = values[i + 1] * 2;
#else
    values[i] = values[i] * 2;
#endif
  }
}
