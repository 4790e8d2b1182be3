// Race: iterations count in the same bins. Repaired: a reduction of the array section gives each thread bins
// of its own.
int samples[6] = {0, 1, 2, 1, 0, 1};
int most;

int main(void) {
  int bins[3] = {0};
#if RACE
#pragma omp parallel for num_threads(3) schedule(static)
#else
#pragma omp parallel for num_threads(3) schedule(static) reduction(+ : bins[0 : 3])
#endif
  for (int i = 0; i < 6; ++i) bins[samples[i]] += 1;
  most = bins[1];
  return 0;
}
