// Tasks use memory that belongs to the thread that runs them, one after another: by its number, or
// thread-local.
// run: => nothing
// build: -fopenmp
#include <omp.h>

int calls = 0;
#pragma omp threadprivate(calls)
int sums[3] = {};

int main() {
#pragma omp parallel num_threads(3)
  {
    calls = 1;
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 6; ++i)
#pragma omp task
    {
      calls = calls + 1;
      sums[omp_get_thread_num()] += calls;
    }
    calls = calls + 1;
  }
}
