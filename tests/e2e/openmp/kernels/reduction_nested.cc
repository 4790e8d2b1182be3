// Race: the inner team shares its creator's private copy of `sum` and adds to it. Repaired: the inner region
// has a reduction too. Two outer threads and one more inner thread are three.
#include <omp.h>

int sum = 0;

int main() {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    const int team = omp_get_thread_num() == 0 ? 2 : 1;
#if RACE
#pragma omp parallel num_threads(team)
#else
#pragma omp parallel num_threads(team) reduction(+ : sum)
#endif
    sum += 1;
  }
}
