// A lock belongs to the task that has set it.
// run: => lock-misuse
// build: -fopenmp
// says: unlocks an OpenMP lock that another +task +holds
#include <omp.h>

omp_lock_t lock;

int main() {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_set_lock(&lock);
#pragma omp task
    omp_unset_lock(&lock);
#pragma omp taskwait
  }
}
