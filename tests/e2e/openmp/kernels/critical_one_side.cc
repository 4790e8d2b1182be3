// Race: the writes of `highest` are in a critical region, the read in front of it is not. Repaired: the
// comparison is inside.
int values[6] = {3, 1, 4, 1, 5, 9};
int highest = 0;

void offer(int value) {
#if RACE
  if (value > highest) {
#pragma omp critical
    highest = value;
  }
#else
#pragma omp critical
  {
    if (value > highest) highest = value;
  }
#endif
}

int main() {
#pragma omp parallel for num_threads(3) schedule(static)
  for (int i = 0; i < 6; ++i) offer(values[i]);
}
