// Race: two threads append to a vector at the same time. There is room for all elements, so that nothing is
// reallocated. Repaired: a critical region.
#include <vector>

std::vector<int> found;

int main() {
  found.reserve(8);
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; ++i) {
#if !RACE
#pragma omp critical
#endif
    found.push_back(i);
  }
}
