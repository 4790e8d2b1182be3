// Race: several iterations write where they found a zero. Repaired: lastprivate(conditional) keeps the last
// place.
int values[6] = {0, 1, 0, 0, 1, 0};
int place = -1;

int main() {
#if RACE
#pragma omp parallel for num_threads(3) schedule(static)
#else
#pragma omp parallel for num_threads(3) schedule(static) lastprivate(conditional : place)
#endif
  for (int i = 0; i < 6; ++i) {
    if (values[i] == 0) place = i;
  }
}
