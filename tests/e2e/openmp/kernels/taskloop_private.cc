// Race: the tasks of the loop share `square`. Repaired: it is private.
int square = 0;
int results[3];

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
#if RACE
#pragma omp taskloop num_tasks(3)
#else
#pragma omp taskloop num_tasks(3) private(square)
#endif
  for (int i = 0; i < 3; ++i) {
    square = i * i;
    results[i] = square;
  }
}
