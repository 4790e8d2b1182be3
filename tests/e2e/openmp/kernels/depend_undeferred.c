// Race: the undeferred task does not depend on the writer, and its parent runs it at once. Repaired: it does,
// and the parent waits for the writer first.
int value;
int copy;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task depend(out : value)
    value = 4;
#if RACE
#pragma omp task if (0)
#else
#pragma omp task if (0) depend(in : value)
#endif
    copy = value;
    copy += 1;
  }
  return 0;
}
