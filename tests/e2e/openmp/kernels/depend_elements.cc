// Race: each task reads the element before its own but does not depend on it. Repaired: depend(in) on that
// element.
int values[4] = {1};

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 1; i < 4; ++i) {
#if RACE
#pragma omp task depend(out : values[i])
#else
#pragma omp task depend(in : values[i - 1]) depend(out : values[i])
#endif
      values[i] = values[i - 1] + 1;
    }
  }
}
