// Race: two tasks add to the private sum of the thread that generated them. Repaired: they take part in the
// reduction. The thread waits for them, so that its private sum outlives them.
int sum = 0;

int main() {
#pragma omp parallel num_threads(3) reduction(task, + : sum)
  {
    for (int i = 1; i <= 2; ++i) {
#if RACE
#pragma omp task shared(sum)
#else
#pragma omp task in_reduction(+ : sum)
#endif
      sum += i;
    }
#pragma omp taskwait
  }
}
