// Race: more than one thread may find a match and write its place. Repaired: the write is atomic. This does
// not depend on whether cancellation is active.
int values[6] = {0, 1, 1, 0, 1, 0};
int place = -1;

int main() {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < 6; ++i) {
      if (values[i] == 1) {
#if !RACE
#pragma omp atomic write
#endif
        place = i;
#pragma omp cancel for
      }
    }
  }
}
