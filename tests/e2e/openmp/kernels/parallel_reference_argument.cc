// Race: a function increments what its caller passes by reference, and all threads pass the same variable.
// Repaired: each thread passes one of its own.
#include <omp.h>

int shared_count = 0;
int results[3];

void count(int& counter) {
  counter += 1;
}

int main() {
#pragma omp parallel num_threads(3)
  {
    int own_count = 0;
    count(own_count);
#if RACE
    count(shared_count);
#else
    count(own_count);
#endif
    results[omp_get_thread_num()] = own_count;
  }
}
