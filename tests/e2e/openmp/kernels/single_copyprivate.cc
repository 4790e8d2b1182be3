// Race: single with nowait stores the token in a shared variable for the others. Repaired: copyprivate hands
// it to their private variables.
#include <omp.h>

int shared_token = 0;
int seen[3];

int main() {
#pragma omp parallel num_threads(3)
  {
    int token = 0;
#if RACE
#pragma omp single nowait
    shared_token = 9;
    token = shared_token;
#else
#pragma omp single copyprivate(token)
    token = 9;
#endif
    seen[omp_get_thread_num()] = token;
  }
}
