// Race: the sections call a function that adds to one shared sum. Repaired: it adds atomically.
int sum;

void add(int value) {
#if !RACE
#pragma omp atomic
#endif
  sum += value;
}

int main(void) {
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    add(1);
#pragma omp section
    add(2);
#pragma omp section
    add(3);
  }
  return 0;
}
