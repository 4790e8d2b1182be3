// Race: an iteration waits for the one two before it but reads the result of the one right before it.
// Repaired: it waits for that one.
int values[6] = {1, 1};

int main() {
#pragma omp parallel for num_threads(3) schedule(static, 1) ordered(1)
  for (int i = 1; i < 6; ++i) {
#if RACE
#pragma omp ordered depend(sink : i - 2)
#else
#pragma omp ordered depend(sink : i - 1)
#endif
    values[i] = values[i - 1] + 1;
#pragma omp ordered depend(source)
  }
}
