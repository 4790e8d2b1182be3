// Race: the child ends without waiting for its own child, so that the taskwait of the root does not order the
// write of that one. Repaired: the child has a taskwait too.
int values[3];
int sum;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 2; ++i) {
#pragma omp task
      {
#pragma omp task
        values[i] = i + 1;
#if !RACE
#pragma omp taskwait
#endif
      }
    }
#pragma omp taskwait
    sum = values[0] + values[1];
  }
  return 0;
}
