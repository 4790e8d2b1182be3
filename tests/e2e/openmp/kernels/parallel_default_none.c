// Race: with default(none) the programmer listed `partial` as shared. Repaired: it is private.
int inputs[3] = {1, 2, 3};
int results[3];

int main(void) {
  int partial = 0;
#if RACE
#pragma omp parallel for default(none) shared(inputs, results, partial) num_threads(3) schedule(static, 1)
#else
#pragma omp parallel for default(none) shared(inputs, results) private(partial) num_threads(3) \
    schedule(static, 1)
#endif
  for (int i = 0; i < 3; ++i) {
    partial = inputs[i] * 2;
    results[i] = partial;
  }
  results[0] += partial;
  return 0;
}
