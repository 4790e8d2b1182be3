// Race: both loops are in one parallel region, and the first does not wait. Repaired: they are in two
// regions, and the end of the first is a barrier.
int source[3];
int mirrored[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#pragma omp for nowait schedule(static, 1)
    for (int i = 0; i < 3; ++i) source[i] = i;
#if !RACE
  }
#pragma omp parallel num_threads(3)
  {
#endif
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 3; ++i) mirrored[i] = source[2 - i];
  }
}
