// Race: the taskwait is only for the task of `first`, but the parent also reads `second`. Repaired: it is for
// both.
int first = 0;
int second = 0;
int sum = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task depend(out : first)
    first = 1;
#pragma omp task depend(out : second)
    second = 2;
#if RACE
#pragma omp taskwait depend(in : first)
#else
#pragma omp taskwait depend(in : first, second)
#endif
    sum = first + second;
  }
}
