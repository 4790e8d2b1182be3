// Race: each thread generates a task that adds to the shared sum. Repaired: only one thread does.
int sum;
int rounds;

int main(void) {
#pragma omp parallel num_threads(3)
  {
#if !RACE
#pragma omp single
#endif
    {
#pragma omp task
      sum += 1;
    }
#pragma omp single
    rounds = 1;
  }
  return 0;
}
