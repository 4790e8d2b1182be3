// Race: the tasks of the taskgroup add to the shared sum. Repaired: task_reduction and in_reduction.
int values[3] = {1, 2, 3};
int sum = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#if RACE
#pragma omp taskgroup
#else
#pragma omp taskgroup task_reduction(+ : sum)
#endif
    for (int i = 0; i < 3; ++i) {
#if RACE
#pragma omp task
#else
#pragma omp task in_reduction(+ : sum)
#endif
      sum += values[i];
    }
  }
}
