// Race: each thread sums up privately and then adds its part to the shared sum. Repaired: that addition is
// atomic.
int values[6] = {1, 2, 3, 4, 5, 6};
int sum;

int main(void) {
#pragma omp parallel num_threads(3)
  {
    int part = 0;
#pragma omp for nowait
    for (int i = 0; i < 6; ++i) part += values[i];
#if !RACE
#pragma omp atomic
#endif
    sum += part;
  }
  return 0;
}
