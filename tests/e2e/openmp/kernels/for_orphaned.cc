// Race: the worksharing loop of a called function does not wait, and its caller reads the results of others.
// Repaired: the loop ends with a barrier.
#include <omp.h>

int squares[3];
int seen[3];

void compute_squares() {
#if RACE
#pragma omp for schedule(static, 1) nowait
#else
#pragma omp for schedule(static, 1)
#endif
  for (int i = 0; i < 3; ++i) squares[i] = i * i;
}

int main() {
#pragma omp parallel num_threads(3)
  {
    compute_squares();
    const int me = omp_get_thread_num();
    seen[me] = squares[(me + 1) % 3];
  }
}
