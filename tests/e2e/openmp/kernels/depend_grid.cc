// Race: a cell of the wavefront does not depend on its neighbour above. Repaired: on both neighbours.
int cells[3][3] = {{1, 1, 1}, {1}, {1}};

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 1; i < 3; ++i) {
      for (int j = 1; j < 3; ++j) {
#if RACE
#pragma omp task depend(in : cells[i][j - 1]) depend(out : cells[i][j])
#else
#pragma omp task depend(in : cells[i][j - 1], cells[i - 1][j]) depend(out : cells[i][j])
#endif
        cells[i][j] = cells[i][j - 1] + cells[i - 1][j];
      }
    }
  }
}
