// Race: the other threads read while the task may still run; single has nowait. Repaired: a barrier, which
// also completes all tasks of the team.
#include <omp.h>

int prepared = 0;
int seen[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#pragma omp single nowait
    {
#pragma omp task
      prepared = 1;
    }
#if !RACE
#pragma omp barrier
#endif
    seen[omp_get_thread_num()] = prepared;
  }
}
