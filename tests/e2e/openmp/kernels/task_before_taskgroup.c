// Race: the first task is generated before the taskgroup, which does not wait for it. Repaired: it is
// generated inside.
int first;
int second;
int sum;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#if RACE
#pragma omp task
    first = 1;
#endif
#pragma omp taskgroup
    {
#if !RACE
#pragma omp task
      first = 1;
#endif
#pragma omp task
      second = 2;
    }
    sum = first + second;
  }
  return 0;
}
