// Race: the iterations of a range-based loop keep the last element they saw in a shared variable. Repaired:
// in a lastprivate one.
int values[6] = {1, 2, 3, 4, 5, 6};
int last = 0;

int main() {
#if RACE
#pragma omp parallel for num_threads(3)
#else
#pragma omp parallel for num_threads(3) lastprivate(last)
#endif
  for (int& value : values) {
    last = value;
    value = 0;
  }
}
