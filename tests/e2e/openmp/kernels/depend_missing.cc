// Race: the task in the middle has no depend clause, and runs at any time. Repaired: depend(inout).
int value = 0;
int result = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task depend(out : value)
    value = 2;
#if RACE
#pragma omp task
#else
#pragma omp task depend(inout : value)
#endif
    value *= 3;
#pragma omp task depend(in : value)
    result = value;
  }
}
