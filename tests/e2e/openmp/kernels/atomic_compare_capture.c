// Race: every thread looks whether the seat is free and then takes it, with plain accesses. Repaired: an
// atomic compare with capture; only one thread wins and writes `winner`.
int taken;
int winner;

int main(void) {
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; ++i) {
    int is_free;
#if RACE
    is_free = taken == 0;
    if (is_free) taken = 1;
#else
#pragma omp atomic compare capture
    {
      is_free = taken == 0;
      if (is_free) {
        taken = 1;
      }
    }
#endif
    if (is_free) winner = i;
  }
  return 0;
}
