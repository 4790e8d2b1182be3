// Race: each iteration also writes the element after its own. Repaired: it writes only its own.
#include <vector>

int main() {
  std::vector<int> values(7, 1);
#pragma omp parallel for num_threads(3) schedule(static, 2)
  for (auto value = values.begin(); value < values.end() - 1; ++value) {
    *value += 1;
#if RACE
    *(value + 1) += 1;
#endif
  }
}
