// Race: a thread reads the original variable through a pointer while others already add their parts to it.
// Repaired: main reads it after the region.
#include <omp.h>

int sum = 0;
int* original = &sum;
int seen[3];

int main() {
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    sum += 1;
#if RACE
    seen[omp_get_thread_num()] = *original;
#endif
  }
#if !RACE
  seen[0] = *original;
#endif
}
