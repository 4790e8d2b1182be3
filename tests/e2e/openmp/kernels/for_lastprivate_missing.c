// Race: all iterations write the shared `last`. Repaired: it is lastprivate.
int values[6] = {5, 4, 3, 2, 1, 0};
int last;

int main(void) {
#if RACE
#pragma omp parallel for num_threads(3) schedule(static, 1)
#else
#pragma omp parallel for num_threads(3) schedule(static, 1) lastprivate(last)
#endif
  for (int i = 0; i < 6; ++i) last = values[i];
  return 0;
}
