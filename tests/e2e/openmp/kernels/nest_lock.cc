// Race: the outer function writes after it has given back its level of the nested lock. Repaired: it writes
// before.
#include <omp.h>

omp_nest_lock_t lock;
int total = 0;

void add_one() {
  omp_set_nest_lock(&lock);
  total += 1;
  omp_unset_nest_lock(&lock);
}

void add_two() {
  omp_set_nest_lock(&lock);
  add_one();
#if RACE
  omp_unset_nest_lock(&lock);
#endif
  total += 1;
#if !RACE
  omp_unset_nest_lock(&lock);
#endif
}

int main() {
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(3)
  add_two();
  omp_destroy_nest_lock(&lock);
}
