// Race: three threads increment `total`, and nothing orders them. Repaired: an unnamed critical region.
int total;

int main(void) {
#pragma omp parallel num_threads(3)
  {
#if !RACE
#pragma omp critical
#endif
    total += 1;
  }
  return 0;
}
