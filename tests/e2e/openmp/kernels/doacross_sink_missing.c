// Race: each iteration reads what the one before it writes, and does not wait for it. Repaired: depend(sink).
int values[5] = {1};

int main(void) {
#pragma omp parallel for num_threads(3) schedule(static, 1) ordered(1)
  for (int i = 1; i < 5; ++i) {
#if !RACE
#pragma omp ordered depend(sink : i - 1)
#endif
    values[i] = values[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  return 0;
}
