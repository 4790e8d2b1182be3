// Race: the counter is one for all threads. Repaired: it is threadprivate.
#include <omp.h>

int calls = 0;
#if !RACE
#pragma omp threadprivate(calls)
#endif
int seen[3];

void call() {
  calls += 1;
}

int main() {
#pragma omp parallel num_threads(3)
  {
    call();
    call();
    seen[omp_get_thread_num()] = calls;
  }
}
