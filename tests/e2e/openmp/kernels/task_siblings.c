// Race: three sibling tasks add to the same variable. Repaired: each update is atomic.
int sum;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 1; i <= 3; ++i) {
#pragma omp task
      {
#if !RACE
#pragma omp atomic
#endif
        sum += i;
      }
    }
  }
  return 0;
}
