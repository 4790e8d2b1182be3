// Race: masked has no barrier at its end. Repaired: single, which has one.
#include <omp.h>

int origin = 0;
int seen[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp masked
#else
#pragma omp single
#endif
    origin = 3;
    seen[omp_get_thread_num()] = origin;
  }
}
