// Race: a sweep over the rods begins while neighbours are still in the sweep before it. Repaired: each sweep
// ends with the barrier of its loop.
int rods[2][5] = {{8, 0, 0, 0, 8}, {8, 0, 0, 0, 8}};

int main() {
#pragma omp parallel num_threads(3)
  for (int sweep = 0; sweep < 3; ++sweep) {
    const int* before = rods[sweep % 2];
    int* after = rods[1 - sweep % 2];
#if RACE
#pragma omp for schedule(static, 1) nowait
#else
#pragma omp for schedule(static, 1)
#endif
    for (int i = 1; i < 4; ++i) after[i] = (before[i - 1] + before[i + 1]) / 2;
  }
}
