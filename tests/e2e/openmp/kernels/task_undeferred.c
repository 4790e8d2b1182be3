// Race: the task is deferred, and its parent goes on meanwhile. Repaired: the if clause is false, so that the
// parent waits until the task has run.
int step;
int next_step;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task if (RACE)
    step += 1;
    step += 2;
    next_step = step;
  }
  return 0;
}
