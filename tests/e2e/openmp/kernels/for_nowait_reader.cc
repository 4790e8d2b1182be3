// Race: the first loop does not wait, and the second one reads its results in another order. Repaired: the
// barrier at the end of the first loop.
int source[6];
int target[6];

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp for schedule(static) nowait
#else
#pragma omp for schedule(static)
#endif
    for (int i = 0; i < 6; ++i) source[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 6; ++i) target[i] = source[5 - i];
  }
}
