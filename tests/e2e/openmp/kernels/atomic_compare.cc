// Race: the threads compare and replace the maximum with plain accesses. Repaired: an atomic compare.
int values[6] = {2, 7, 1, 8, 2, 8};
int largest = 0;

int main() {
#pragma omp parallel for num_threads(3) schedule(static)
  for (int i = 0; i < 6; ++i) {
    const int value = values[i];
#if !RACE
#pragma omp atomic compare
#endif
    if (largest < value) {
      largest = value;
    }
  }
}
