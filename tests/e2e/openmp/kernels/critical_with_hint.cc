// Race: the reader's critical region has another name than the writers'. Repaired: the same name, and the
// same hint as all regions of that name must have.
#include <omp.h>

int total = 0;
int copies[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#pragma omp critical(total) hint(omp_sync_hint_contended)
    total += 1;
#if RACE
#pragma omp critical(copy) hint(omp_sync_hint_contended)
#else
#pragma omp critical(total) hint(omp_sync_hint_contended)
#endif
    copies[omp_get_thread_num()] = total;
  }
}
