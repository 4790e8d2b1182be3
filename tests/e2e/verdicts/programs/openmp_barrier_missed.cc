// A thread leaves the region without coming to the barrier that the others wait at.
// run: => deadlock
// build: -fopenmp
// says: the +barrier +of +the +parallel +region +at
#include <omp.h>

int main() {
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() != 0) {
#pragma omp barrier
  }
}
