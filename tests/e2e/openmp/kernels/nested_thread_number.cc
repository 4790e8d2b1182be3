// Race: the inner regions have one thread each, with the number 0, and all of them write slot 0. Repaired:
// the number in the outer team picks the slot.
#include <omp.h>

int slots[3];

int main() {
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(3)
  {
#pragma omp parallel num_threads(3)
    {
#if RACE
      const int slot = omp_get_thread_num();
#else
      const int slot = omp_get_ancestor_thread_num(1);
#endif
      slots[slot] += 1;
    }
  }
}
