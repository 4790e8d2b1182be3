// Race: the tasks call a lambda that holds a reference to the shared sum. Repaired: it adds atomically.
int sum = 0;

int main() {
  const auto add = [&total = sum](int value) {
#if !RACE
#pragma omp atomic
#endif
    total += value;
  };
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 1; i <= 3; ++i) {
#pragma omp task
      add(i);
    }
  }
}
