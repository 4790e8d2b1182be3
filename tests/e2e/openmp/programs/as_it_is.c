// Built by a compiler that knows nothing of Heddle. Two locks in two orders, under a loop that is shared out,
// and tasks.
#include <omp.h>
#include <stdio.h>

int main(void) {
  omp_lock_t first, second;
  int sum = 0;
  omp_init_lock(&first);
  omp_init_lock(&second);
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 6; ++i) sum += i;
#pragma omp single
    for (int i = 0; i < 3; ++i)
#pragma omp task shared(sum)
#pragma omp atomic
      ++sum;
#pragma omp sections
    {
#pragma omp section
      {
        omp_set_lock(&first);
        omp_set_lock(&second);
        omp_unset_lock(&second);
        omp_unset_lock(&first);
      }
#pragma omp section
      {
        omp_set_lock(&second);
        omp_set_lock(&first);
        omp_unset_lock(&first);
        omp_unset_lock(&second);
      }
    }
  }
  printf("%d\n", sum);
  return sum == 18 ? 0 : 1;
}
