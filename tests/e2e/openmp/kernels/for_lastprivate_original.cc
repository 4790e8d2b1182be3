// Race: an iteration reads the original variable through a pointer, while the thread of the last iteration
// may already assign it. Repaired: main reads it after the loop.
int values[6] = {5, 4, 3, 2, 1, 7};
int last = 0;
int* original = &last;
int seen = 0;

int main() {
#pragma omp parallel for num_threads(3) schedule(static) lastprivate(last)
  for (int i = 0; i < 6; ++i) {
    last = values[i];
#if RACE
    if (i == 0) seen = *original;
#endif
  }
#if !RACE
  seen = *original;
#endif
}
