// Race: iterations of a triangular loop nest, of different rows, add to the same column sum. Repaired: each
// writes an element of its own.
int sums[3];
int cells[3][3];

int main() {
#pragma omp parallel for num_threads(3) collapse(2)
  for (int row = 0; row < 3; ++row) {
    for (int column = row; column < 3; ++column) {
#if RACE
      sums[column] += row;
#else
      cells[row][column] += row;
#endif
    }
  }
}
