// Race: all threads swap through the same shared `held`. Repaired: it is private.
int left[6] = {1, 2, 3, 4, 5, 6};
int right[6];
int held;

int main(void) {
#if RACE
#pragma omp parallel for num_threads(3) schedule(auto)
#else
#pragma omp parallel for num_threads(3) schedule(auto) private(held)
#endif
  for (int i = 0; i < 6; ++i) {
    held = left[i];
    left[i] = right[i];
    right[i] = held;
  }
  return 0;
}
