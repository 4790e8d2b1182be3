// Race: an iteration reads what the one before it writes, in another task. Repaired: it reads another array.
int source[7];
int cells[7];

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskloop grainsize(2)
  for (int i = 1; i < 7; ++i) {
#if RACE
    cells[i] = cells[i - 1] + 1;
#else
    cells[i] = source[i - 1] + 1;
#endif
  }
  return 0;
}
