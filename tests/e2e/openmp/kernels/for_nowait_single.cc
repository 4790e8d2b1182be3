// Race: one thread sums up the parts while others may still compute them. Repaired: the barrier of the loop.
int parts[6];
int total = 0;

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp for schedule(dynamic) nowait
#else
#pragma omp for schedule(dynamic)
#endif
    for (int i = 0; i < 6; ++i) parts[i] = i * i;
#pragma omp single
    for (int i = 0; i < 6; ++i) total += parts[i];
  }
}
