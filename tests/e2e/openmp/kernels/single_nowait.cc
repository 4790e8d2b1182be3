// Race: with nowait the other threads read the setting before or while it is written. Repaired: the barrier
// of single.
#include <omp.h>

int setting = 0;
int seen[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp single nowait
#else
#pragma omp single
#endif
    setting = 4;
    seen[omp_get_thread_num()] = setting;
  }
}
