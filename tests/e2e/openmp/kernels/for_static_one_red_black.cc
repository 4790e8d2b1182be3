// Race: every cell is set from its neighbours, which other iterations write. Repaired: only every other cell
// is written, and no iteration reads these.
int cells[8] = {1, 0, 1, 0, 1, 0, 1, 0};

int main() {
#if RACE
  const int step = 1;
#else
  const int step = 2;
#endif
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 1; i < 7; i += step) cells[i] = cells[i - 1] + cells[i + 1];
}
