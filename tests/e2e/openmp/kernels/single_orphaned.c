// Race: the single region of a called function does not wait. Repaired: it ends with a barrier.
#include <omp.h>

int table[2];
int seen[3];

void load_table(void) {
#if RACE
#pragma omp single nowait
#else
#pragma omp single
#endif
  {
    table[0] = 1;
    table[1] = 2;
  }
}

int main(void) {
#pragma omp parallel num_threads(3)
  {
    load_table();
    seen[omp_get_thread_num()] = table[1];
  }
  return 0;
}
