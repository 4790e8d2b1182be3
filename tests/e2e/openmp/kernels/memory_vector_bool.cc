// Race: the elements of a vector<bool> are bits of the same word. Repaired: the elements are bytes.
#include <vector>

#if RACE
std::vector<bool> marks(6);
#else
std::vector<char> marks(6);
#endif

int main() {
#pragma omp parallel for num_threads(3) schedule(static, 2)
  for (int i = 0; i < 6; ++i) marks[i] = 1;
}
