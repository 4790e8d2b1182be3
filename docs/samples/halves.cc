#include <cstdio>

int main() {
  int sum = 0;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
#pragma omp critical(left)
    {
#pragma omp critical(right)
      sum += 1;
    }
#pragma omp section
#pragma omp critical(right)
    {
#pragma omp critical(left)
      sum += 2;
    }
  }
  std::printf("%d\n", sum);
}
