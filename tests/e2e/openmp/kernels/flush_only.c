// Race: the flag is a plain variable between two flushes; a flush makes no access atomic. Repaired: the flag
// is written with release and read with acquire.
#include <omp.h>

int data;
int flag;
int copy;

int main(void) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 0) {
      data = 7;
#pragma omp flush
#if !RACE
#pragma omp atomic write release
#endif
      flag = 1;
    }
    if (omp_get_thread_num() == 1) {
      int is_set;
#if !RACE
#pragma omp atomic read acquire
#endif
      is_set = flag;
#pragma omp flush
      if (is_set) copy = data;
    }
  }
  return 0;
}
