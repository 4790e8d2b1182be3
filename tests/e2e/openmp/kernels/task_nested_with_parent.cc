// Race: a task and the task that it generates write the same element. Repaired: the outer one writes before
// it generates the inner one.
int values[2];

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 2; ++i) {
#pragma omp task
      {
#if !RACE
        values[i] = 1;
#endif
#pragma omp task
        values[i] += 2;
#if RACE
        values[i] = 1;
#endif
      }
    }
  }
}
