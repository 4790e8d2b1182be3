// Race: after a loop with nowait, another schedule gives an element to another thread. Repaired: both loops
// have the same static schedule and length, so that a thread gets the same iterations in both.
int values[6];

int main(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 6; ++i) values[i] = i;
#if RACE
#pragma omp for schedule(static, 1) nowait
#else
#pragma omp for schedule(static) nowait
#endif
    for (int i = 0; i < 6; ++i) values[i] += 1;
  }
  return 0;
}
