// Race: a higher priority is only a hint, and does not let the writer run before the reader. Repaired: depend
// clauses.
int part = 0;
int whole = 0;
int copy = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#if RACE
#pragma omp task priority(2)
#else
#pragma omp task priority(2) depend(out : part)
#endif
    part = 1;
#if RACE
#pragma omp task priority(1)
#else
#pragma omp task priority(1) depend(in : part)
#endif
    whole = part + 1;
#pragma omp taskwait
    copy = whole;
  }
}
