// Race: after sections with nowait a thread reads what another section may still write. Repaired: the barrier
// of the sections.
#include <omp.h>

int north = 0;
int south = 0;
int seen[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp sections nowait
#else
#pragma omp sections
#endif
    {
#pragma omp section
      north = 1;
#pragma omp section
      south = 2;
    }
    seen[omp_get_thread_num()] = north + south;
  }
}
