// Race: at the border of two chunks an iteration reads what the one before it writes. Repaired: it reads
// another array.
int source[7];
int cells[7];

int main(void) {
#pragma omp parallel for num_threads(3) schedule(static)
  for (int i = 1; i < 7; ++i) {
#if RACE
    cells[i] = cells[i - 1] + 1;
#else
    cells[i] = source[i - 1] + 1;
#endif
  }
  return 0;
}
