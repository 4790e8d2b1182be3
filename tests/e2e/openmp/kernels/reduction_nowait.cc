// Race: with nowait a thread reads the sum before the others have added their parts. Repaired: the barrier of
// the loop comes after the reduction.
#include <omp.h>

int values[6] = {1, 2, 3, 4, 5, 6};
int sum = 0;
int seen[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp for reduction(+ : sum) nowait
#else
#pragma omp for reduction(+ : sum)
#endif
    for (int i = 0; i < 6; ++i) sum += values[i];
    seen[omp_get_thread_num()] = sum;
  }
}
