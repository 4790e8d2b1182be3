// Race: each thread of the team generates the tasks of the whole loop. Repaired: only the primary thread
// does.
int values[3];

int main(void) {
#if RACE
#pragma omp parallel num_threads(3)
#pragma omp taskloop num_tasks(3)
#else
#pragma omp parallel master taskloop num_threads(3) num_tasks(3)
#endif
  for (int i = 0; i < 3; ++i) values[i] += i;
  return 0;
}
