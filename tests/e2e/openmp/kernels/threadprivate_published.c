// Race: a thread publishes the address of its threadprivate variable, and the others read it while its owner
// writes on. Repaired: the owner writes after a barrier, when all have read.
#include <omp.h>

int own;
#pragma omp threadprivate(own)
int* published;
int seen[3];

int main(void) {
#pragma omp parallel num_threads(3)
  {
    own = omp_get_thread_num();
#pragma omp single
    published = &own;
    seen[omp_get_thread_num()] = *published;
#if !RACE
#pragma omp barrier
#endif
    own += 1;
  }
  return 0;
}
