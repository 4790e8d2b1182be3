// Race: each thread reads its neighbour's slot before the barrier. Repaired: after it; a thread that is
// cancelled there does not read.
#include <omp.h>

int slots[3];
int copies[3];

int main() {
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num();
    slots[me] = me;
#pragma omp cancel parallel if (me == 2)
#if !RACE
#pragma omp barrier
#endif
    copies[me] = slots[(me + 1) % omp_get_num_threads()];
#if RACE
#pragma omp barrier
#endif
  }
}
