// Race: every thread moves the shared offset. Repaired: it is firstprivate, and each thread moves its own
// copy.
int offset = 10;
int results[3];

int main() {
#if RACE
#pragma omp parallel for num_threads(3) schedule(static, 1)
#else
#pragma omp parallel for num_threads(3) schedule(static, 1) firstprivate(offset)
#endif
  for (int i = 0; i < 3; ++i) {
    offset += i;
    results[i] = offset;
  }
}
