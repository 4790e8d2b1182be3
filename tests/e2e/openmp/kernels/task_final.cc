// Race: a task and its child write the same variable. Repaired: the task is final, so that its child is
// included: it has run before the task goes on.
int value = 0;
int history[2];

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task final(!RACE)
    {
#pragma omp task
      value += 1;
      history[0] = value;
      value += 1;
      history[1] = value;
    }
  }
}
