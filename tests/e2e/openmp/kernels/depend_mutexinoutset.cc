// Race: tasks with depend(in) run at the same time and add to the sum. Repaired: mutexinoutset, which lets
// them run in any order but one at a time.
int sum = 0;
int copy = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task depend(out : sum)
    sum = 1;
    for (int i = 0; i < 2; ++i) {
#if RACE
#pragma omp task depend(in : sum)
#else
#pragma omp task depend(mutexinoutset : sum)
#endif
      sum += i;
    }
#pragma omp taskwait
    copy = sum;
  }
}
