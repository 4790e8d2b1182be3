// Race: the iterations of a loop construct may run in any order and at the same time, but each reads the one
// before it. Repaired: they are independent.
int values[7] = {1, 0, 0, 0, 0, 0, 0};

int main() {
#pragma omp parallel num_threads(3)
  {
#pragma omp loop
    for (int i = 1; i < 7; ++i) {
#if RACE
      values[i] = values[i - 1] + 1;
#else
      values[i] = values[i] + 1;
#endif
    }
  }
}
