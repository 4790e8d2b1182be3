// Race: threads 0 and 1 share a slot. Repaired: a slot for each thread number.
#include <omp.h>

int slots[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
    const int slot = omp_get_thread_num() / 2;
#else
    const int slot = omp_get_thread_num();
#endif
    slots[slot] += 1;
  }
}
