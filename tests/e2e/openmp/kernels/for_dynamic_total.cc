// Race: threads that take iterations from a dynamic schedule add to the shared total. Repaired: a reduction.
int values[6] = {1, 2, 3, 4, 5, 6};
int total = 0;

int main() {
#if RACE
#pragma omp parallel for num_threads(3) schedule(dynamic)
#else
#pragma omp parallel for num_threads(3) schedule(dynamic) reduction(+ : total)
#endif
  for (int i = 0; i < 6; ++i) total += values[i];
}
