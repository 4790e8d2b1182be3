// Race: a cell waits for its neighbour above but not for the one on its left. Repaired: for both.
int cells[4][4] = {{1, 1, 1, 1}, {1}, {1}, {1}};

int main() {
#pragma omp parallel for num_threads(3) schedule(static, 1) ordered(2) collapse(2)
  for (int i = 1; i < 4; ++i) {
    for (int j = 1; j < 4; ++j) {
#if RACE
#pragma omp ordered depend(sink : i - 1, j)
#else
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
#endif
      cells[i][j] = cells[i - 1][j] + cells[i][j - 1];
#pragma omp ordered depend(source)
    }
  }
}
