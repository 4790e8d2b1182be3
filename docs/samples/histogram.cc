#include <cstdio>

int main() {
  const int values[] = {3, 1, 3, 2, 1, 3};
  int counts[4] = {};
#pragma omp parallel for schedule(dynamic)
  for (int value : values) ++counts[value];
  std::printf("%d\n", counts[3]);
}
