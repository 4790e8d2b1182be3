// Race: the threads read the primary thread's copy of `limit` through a pointer, and the primary changes it.
// Repaired: they read their own copies, which copyin has set.
#include <omp.h>

int limit = 1;
#pragma omp threadprivate(limit)
int* limit_of_primary = nullptr;
int seen[3];

int main() {
  limit = 5;
  limit_of_primary = &limit;
#pragma omp parallel num_threads(3) copyin(limit)
  {
#if RACE
    seen[omp_get_thread_num()] = *limit_of_primary;
#else
    seen[omp_get_thread_num()] = limit;
#endif
    limit += 1;
  }
}
