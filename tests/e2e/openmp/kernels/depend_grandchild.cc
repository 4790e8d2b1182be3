// Race: the reader depends on the outer task, which is complete before the task that it generated. Repaired:
// the outer task waits for that one.
int value = 0;
int copy = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task depend(out : value)
    {
      value = 1;
#pragma omp task
      value += 1;
#if !RACE
#pragma omp taskwait
#endif
    }
#pragma omp task depend(in : value)
    copy = value;
  }
}
