// Race: the parent waits for the undeferred task but not for the task that this one has generated. Repaired:
// the undeferred task has a taskwait.
int inner = 0;
int outer = 0;
int sum = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task if (0)
    {
#pragma omp task
      inner = 1;
      outer = 2;
#if !RACE
#pragma omp taskwait
#endif
    }
    sum = inner + outer;
  }
}
