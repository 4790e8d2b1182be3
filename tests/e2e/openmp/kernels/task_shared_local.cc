// Race: the tasks write a local variable of main that they share. Repaired: each has a private copy of it.
int results[3];

int main() {
  int scratch = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 3; ++i) {
#if RACE
#pragma omp task shared(scratch)
#else
#pragma omp task private(scratch)
#endif
      {
        scratch = i * i;
        results[i] = scratch;
      }
    }
  }
  results[0] += scratch;
}
