// Race: the threads compare and replace the shared maximum. Repaired: a reduction with max.
int values[6] = {3, 1, 4, 1, 5, 9};
int largest;

int main(void) {
#if RACE
#pragma omp parallel for num_threads(3) schedule(guided)
#else
#pragma omp parallel for num_threads(3) schedule(guided) reduction(max : largest)
#endif
  for (int i = 0; i < 6; ++i) {
    if (values[i] > largest) largest = values[i];
  }
  return 0;
}
