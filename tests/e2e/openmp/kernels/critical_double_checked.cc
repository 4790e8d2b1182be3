// Race: the first check of `ready` is a plain read beside the write in the critical region, and does not
// order `setting` either. Repaired: an atomic write with release and an atomic read with acquire.
int setting = 0;
int ready = 0;
int seen[3];

int is_ready() {
  int result;
#if !RACE
#pragma omp atomic read acquire
#endif
  result = ready;
  return result;
}

void initialize() {
  if (is_ready()) return;
#pragma omp critical
  if (!is_ready()) {
    setting = 42;
#if !RACE
#pragma omp atomic write release
#endif
    ready = 1;
  }
}

int main() {
#pragma omp parallel for num_threads(3) schedule(static, 1)
  for (int i = 0; i < 3; ++i) {
    initialize();
    seen[i] = setting;
  }
}
