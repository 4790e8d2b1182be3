// Race: the threads add to the same elements. Repaired: a reduction of the whole array.
int table[3][2] = {{1, 2}, {3, 4}, {5, 6}};
int columns[2];

int main() {
#if RACE
#pragma omp parallel for num_threads(3) schedule(static, 1)
#else
#pragma omp parallel for num_threads(3) schedule(static, 1) reduction(+ : columns)
#endif
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 2; ++column) columns[column] += table[row][column];
  }
}
