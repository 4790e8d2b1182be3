// Race: an iteration says that it is done before it has written. Repaired: it says so afterwards.
int values[5] = {1};

int main() {
#pragma omp parallel for num_threads(3) schedule(static, 1) ordered(1)
  for (int i = 1; i < 5; ++i) {
#pragma omp ordered depend(sink : i - 1)
    const int before = values[i - 1];
#if RACE
#pragma omp ordered depend(source)
#endif
    values[i] = before + 1;
#if !RACE
#pragma omp ordered depend(source)
#endif
  }
}
