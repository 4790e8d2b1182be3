// Race: the parity of an index picks the element, so that iterations share elements. Repaired: each iteration
// has an element of its own.
#include <vector>

int main() {
  std::vector<int> counts(6);
#pragma omp parallel for num_threads(3) schedule(static)
  for (int i = 0; i < 6; ++i) {
#if RACE
    counts[i % 2] += i;
#else
    counts[i] += i;
#endif
  }
}
