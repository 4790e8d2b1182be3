// Race: with nogroup the generating task does not wait for the loop and reads its results. Repaired: taskloop
// waits as it does by default.
int values[6];
int sum = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#if RACE
#pragma omp taskloop num_tasks(3) nogroup
#else
#pragma omp taskloop num_tasks(3)
#endif
    for (int i = 0; i < 6; ++i) values[i] = i;
    sum = values[0] + values[5];
  }
}
