// Race: sibling tasks write where they found a match. Repaired: atomically. The tasks that cancellation
// discards do not matter.
int values[6] = {0, 1, 1, 0, 1, 1};
int place = -1;
int result = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 6; ++i) {
#pragma omp task
      {
        if (values[i] == 1) {
#if !RACE
#pragma omp atomic write
#endif
          place = i;
#pragma omp cancel taskgroup
        }
      }
    }
    result = place;
  }
}
