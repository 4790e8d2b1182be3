// Race: the barrier orders the first round's writes before its reads, but nothing orders these reads before
// the writes of the second round. Repaired: a second barrier.
#include <omp.h>

int slots[3];
int sums[3];

int main() {
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num();
    for (int round = 0; round < 2; ++round) {
      slots[me] = round;
#pragma omp barrier
      sums[me] += slots[(me + 1) % omp_get_num_threads()];
#if !RACE
#pragma omp barrier
#endif
    }
  }
}
