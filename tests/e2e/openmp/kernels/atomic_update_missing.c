// Race: several iterations count in the same bin of a histogram. Repaired: the update is atomic.
int samples[6] = {0, 1, 0, 1, 1, 0};
int bins[2];

int main(void) {
#pragma omp parallel for num_threads(3) schedule(static)
  for (int i = 0; i < 6; ++i) {
#if !RACE
#pragma omp atomic update
#endif
    bins[samples[i]] += 1;
  }
  return 0;
}
