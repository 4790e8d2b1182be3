// The numbers of threads are what the program and omp.h say, in regions inside regions and one after another;
// each thread keeps its thread-local storage from region to region.
// run: => nothing
// build: -fopenmp
// options: --executions 300
#include <omp.h>
#include <cassert>

int number = 0;
#pragma omp threadprivate(number)

int main() {
  omp_set_max_active_levels(2);
  int threads[3][2] = {};
#pragma omp parallel num_threads(3)
  {
    assert(omp_get_num_threads() == 3 && omp_get_level() == 1);
    const int outer = omp_get_thread_num();
    number = outer + 1;
#pragma omp parallel num_threads(2) shared(threads) firstprivate(outer)
    {
      assert(omp_get_num_threads() == 2 && omp_get_ancestor_thread_num(1) == outer);
      threads[outer][omp_get_thread_num()] = 1;
    }
  }
  for (const auto& team : threads)
    for (const int ran : team) assert(ran == 1);
#pragma omp parallel num_threads(3)
  assert(number == omp_get_thread_num() + 1);
  assert(omp_get_num_threads() == 1 && !omp_in_parallel());
}
