// Race: the iterations generate tasks, and with nowait a thread reads what they write too early. Repaired:
// the barrier of the loop completes them.
#include <omp.h>

int values[3];
int seen[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp for schedule(static, 1) nowait
#else
#pragma omp for schedule(static, 1)
#endif
    for (int i = 0; i < 3; ++i) {
#pragma omp task
      values[i] = i + 1;
    }
    const int me = omp_get_thread_num();
    seen[me] = values[me];
  }
}
