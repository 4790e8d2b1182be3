// Race: the threads increment `progress` atomically, but one reads it with a plain load meanwhile. Repaired:
// the read is atomic as well.
#include <omp.h>

int progress = 0;
int reported = 0;

int main() {
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    progress += 1;
    if (omp_get_thread_num() == 0) {
#if !RACE
#pragma omp atomic read
#endif
      reported = progress;
    }
  }
}
