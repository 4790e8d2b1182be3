// Race: the flag is atomic but relaxed, as `atomic` is by default; a thread that sees it set may not read
// `data`. Repaired: release and acquire order the write of `data` before the read.
#include <omp.h>

int data = 0;
int flag = 0;
int copy = 0;

int main() {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 0) {
      data = 7;
#if RACE
#pragma omp atomic write
#else
#pragma omp atomic write release
#endif
      flag = 1;
    }
    if (omp_get_thread_num() == 1) {
      int is_set;
#if RACE
#pragma omp atomic read
#else
#pragma omp atomic read acquire
#endif
      is_set = flag;
      if (is_set) copy = data;
    }
  }
}
