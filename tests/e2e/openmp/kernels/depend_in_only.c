// Race: both tasks say that they only read, but both write. Repaired: depend(inout).
int level = 1;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 3; ++i) {
#if RACE
#pragma omp task depend(in : level)
#else
#pragma omp task depend(inout : level)
#endif
      level += i;
    }
  }
  return 0;
}
