// Race: one function takes the nested lock, the other the simple one. Repaired: both take the nested lock.
#include <omp.h>

omp_lock_t simple;
omp_nest_lock_t nested;
int level = 0;

void increase() {
  omp_set_nest_lock(&nested);
  level += 1;
  omp_unset_nest_lock(&nested);
}

void decrease() {
#if RACE
  omp_set_lock(&simple);
#else
  omp_set_nest_lock(&nested);
#endif
  level -= 1;
#if RACE
  omp_unset_lock(&simple);
#else
  omp_unset_nest_lock(&nested);
#endif
}

int main() {
  omp_init_lock(&simple);
  omp_init_nest_lock(&nested);
#pragma omp parallel num_threads(3)
  {
    increase();
    decrease();
  }
  omp_destroy_nest_lock(&nested);
  omp_destroy_lock(&simple);
}
