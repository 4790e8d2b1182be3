// A region has as many threads as it asks for, without a limit of Heddle's that it does not know of.
// run: => nothing
// build: -fopenmp
// options: --executions 5
// make check: gxx contexts
#include <omp.h>
#include <cassert>

int main() {
  int count = 0, size = 0;
#pragma omp parallel num_threads(100) reduction(+ : count)
  {
    count = 1;
#pragma omp single
    size = omp_get_num_threads();
  }
  assert(count == 100 && size == 100);
}
