// Race: collapse distributes the iterations of a row too, and each reads the element on its left. Repaired:
// without collapse one thread does the whole row.
int table[3][4] = {{1}, {2}, {3}};

int main() {
#if RACE
#pragma omp parallel for num_threads(3) schedule(static, 1) collapse(2)
#else
#pragma omp parallel for num_threads(3) schedule(static, 1)
#endif
  for (int row = 0; row < 3; ++row) {
    for (int column = 1; column < 4; ++column) table[row][column] = table[row][column - 1] + 1;
  }
}
