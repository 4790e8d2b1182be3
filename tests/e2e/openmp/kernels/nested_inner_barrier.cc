// Race: the barrier is in the inner region and does not hold the other outer thread. Repaired: a barrier of
// the outer region. Two outer threads and one more inner thread are three.
#include <omp.h>

int written[2];
int seen[2];

int main() {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
#pragma omp parallel num_threads(2 - me)
    {
#pragma omp masked
      written[me] = 1;
#pragma omp barrier
    }
#if !RACE
#pragma omp barrier
#endif
    seen[me] = written[(me + 1) % omp_get_num_threads()];
  }
}
