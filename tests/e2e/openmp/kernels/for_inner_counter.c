// Race: the counter of the inner loop is declared outside and shared. Repaired: it is private. The rows are
// wide enough for every value that the shared counter can reach.
int table[3][8];

int main(void) {
  int column;
#if RACE
#pragma omp parallel for num_threads(3) schedule(static, 1)
#else
#pragma omp parallel for num_threads(3) schedule(static, 1) private(column)
#endif
  for (int row = 0; row < 3; ++row) {
    for (column = 0; column < 2; ++column) table[row][column] = row;
  }
  return 0;
}
