// Race: each thread reads its neighbour's slot while the neighbour may still write it. Repaired: a barrier
// between the writes and the reads.
#include <omp.h>

int slots[3];
int copies[3];

int main() {
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num();
    slots[me] = me + 1;
#if !RACE
#pragma omp barrier
#endif
    copies[me] = slots[(me + 1) % omp_get_num_threads()];
  }
}
