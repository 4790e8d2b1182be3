// Race: the lambda captures `sum` by reference, and all threads call it. Repaired: it captures a copy, and
// each thread has a lambda of its own.
#include <omp.h>

int results[3];

int main() {
  int sum = 1;
#pragma omp parallel num_threads(3)
  {
#if RACE
    auto add = [&sum](int value) { return sum += value; };
#else
    auto add = [sum](int value) mutable { return sum += value; };
#endif
    results[omp_get_thread_num()] = add(omp_get_thread_num());
  }
  results[0] += sum;
}
