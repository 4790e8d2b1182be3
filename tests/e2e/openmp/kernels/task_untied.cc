// Race: untied tasks add to the shared sum before and after they yield. Repaired: atomically.
int sum = 0;

void add(int value) {
#if !RACE
#pragma omp atomic
#endif
  sum += value;
}

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 3; ++i) {
#pragma omp task untied
      {
        add(i);
#pragma omp taskyield
        add(10);
      }
    }
  }
}
