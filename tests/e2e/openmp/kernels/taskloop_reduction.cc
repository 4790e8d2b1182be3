// Race: the tasks of the loop add to the shared sum. Repaired: a reduction of the taskloop.
int values[6] = {1, 2, 3, 4, 5, 6};
int sum = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
#if RACE
#pragma omp taskloop num_tasks(3)
#else
#pragma omp taskloop num_tasks(3) reduction(+ : sum)
#endif
  for (int i = 0; i < 6; ++i) sum += values[i];
}
