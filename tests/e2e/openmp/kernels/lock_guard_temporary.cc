// Race: the guard is a temporary, and gives the lock back before the increment. Repaired: it has a name and
// lives to the end of the block.
#include <omp.h>

class Guard {
 public:
  explicit Guard(omp_lock_t* lock) : lock_(lock) { omp_set_lock(lock_); }
  ~Guard() { omp_unset_lock(lock_); }

 private:
  omp_lock_t* lock_;
};

omp_lock_t lock;
int visits = 0;

int main() {
  omp_init_lock(&lock);
#pragma omp parallel num_threads(3)
  {
#if RACE
    Guard{&lock};
#else
    Guard guard{&lock};
#endif
    visits += 1;
  }
  omp_destroy_lock(&lock);
}
