// Race: the reduction names only one of the two variables. Repaired: both.
int values[6] = {1, -2, 3, -4, 5, -6};
int sum = 0;
int negative = 0;

int main() {
#if RACE
#pragma omp parallel for num_threads(3) reduction(+ : sum)
#else
#pragma omp parallel for num_threads(3) reduction(+ : sum, negative)
#endif
  for (int i = 0; i < 6; ++i) {
    sum += values[i];
    if (values[i] < 0) negative += 1;
  }
}
