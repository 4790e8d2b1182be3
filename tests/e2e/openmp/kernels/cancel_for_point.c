// Race: the iterations poll a plain flag beside the cancellation point. Repaired: both accesses are atomic.
int stop;
int done[6];

int main(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 6; ++i) {
      int is_stopped;
#if !RACE
#pragma omp atomic read
#endif
      is_stopped = stop;
      if (!is_stopped) done[i] = 1;
      if (i == 2) {
#if !RACE
#pragma omp atomic write
#endif
        stop = 1;
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
  }
  return 0;
}
