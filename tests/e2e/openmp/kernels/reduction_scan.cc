// Race: the running sum is one shared variable. Repaired: an inclusive scan.
int values[6] = {1, 2, 3, 4, 5, 6};
int sums[6];

int main() {
  int running = 0;
#if RACE
#pragma omp parallel for num_threads(3)
#else
#pragma omp parallel for num_threads(3) reduction(inscan, + : running)
#endif
  for (int i = 0; i < 6; ++i) {
    running += values[i];
#if !RACE
#pragma omp scan inclusive(running)
#endif
    sums[i] = running;
  }
}
