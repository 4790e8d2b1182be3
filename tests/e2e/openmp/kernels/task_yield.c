// Race: taskyield lets other tasks run but waits for none. Repaired: taskwait.
int loaded[2];
int sum;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 2; ++i) {
#pragma omp task
      loaded[i] = i + 1;
    }
#if RACE
#pragma omp taskyield
#else
#pragma omp taskwait
#endif
    sum = loaded[0] + loaded[1];
  }
  return 0;
}
