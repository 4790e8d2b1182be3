// Race: the count is incremented behind the ordered region. Repaired: inside it.
int entries[6];
int count;

int main(void) {
#pragma omp parallel for num_threads(3) schedule(dynamic) ordered
  for (int i = 0; i < 6; ++i) {
#pragma omp ordered
    {
      entries[i] = count;
#if !RACE
      count += 1;
#endif
    }
#if RACE
    count += 1;
#endif
  }
  return 0;
}
