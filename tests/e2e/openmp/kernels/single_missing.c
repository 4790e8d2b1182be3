// Race: all threads write the setting. Repaired: a single region, whose barrier orders the reads behind it.
#include <omp.h>

int setting;
int seen[3];

int main(void) {
#pragma omp parallel num_threads(3)
  {
#if !RACE
#pragma omp single
#endif
    setting = 4;
    seen[omp_get_thread_num()] = setting;
  }
  return 0;
}
