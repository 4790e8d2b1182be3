// Race: the inner threads add in a critical region, the other outer thread adds without. Repaired: it uses
// the region too; critical regions are for the whole program. Two outer threads and one inner thread are
// three.
#include <omp.h>

int total = 0;

int main() {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp parallel num_threads(2)
      {
#pragma omp critical(total)
        total += 1;
      }
    } else {
#if !RACE
#pragma omp critical(total)
#endif
      total += 10;
    }
  }
}
