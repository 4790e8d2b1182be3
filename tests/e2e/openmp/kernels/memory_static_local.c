// Race: a static local variable is one for all threads. Repaired: it is threadprivate.
#include <omp.h>

int seen[3];

int next_number(void) {
  static int number;
#if !RACE
#pragma omp threadprivate(number)
#endif
  number += 1;
  return number;
}

int main(void) {
#pragma omp parallel num_threads(3)
  seen[omp_get_thread_num()] = next_number();
  return 0;
}
