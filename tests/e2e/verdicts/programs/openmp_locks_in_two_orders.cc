// Two locks are taken in two orders.
// run: => deadlock
// build: -fopenmp
#include <omp.h>

omp_lock_t first, second;
int count = 0;

int main() {
  omp_init_lock(&first);
  omp_init_lock(&second);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      omp_set_lock(&first);
      omp_set_lock(&second);
      ++count;
      omp_unset_lock(&second);
      omp_unset_lock(&first);
    }
#pragma omp section
    {
      omp_set_lock(&second);
      omp_set_lock(&first);
      ++count;
      omp_unset_lock(&first);
      omp_unset_lock(&second);
    }
  }
  omp_destroy_lock(&first);
  omp_destroy_lock(&second);
}
