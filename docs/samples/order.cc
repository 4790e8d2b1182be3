#include <cstdio>

int main() {
  int price = 0, total = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : price)
    price = 40;
#pragma omp task depend(in : total)  // in : price was meant
    total = price + 2;
  }
  std::printf("%d\n", total);
}
