// Race: firstprivate copies the pointer, not what it points to. Repaired: what it copies is an array.
int storage[2] = {1, 2};
int results[3];

int main() {
#if RACE
  int* scratch = storage;
#else
  int scratch[2] = {storage[0], storage[1]};
#endif
#pragma omp parallel for num_threads(3) schedule(static, 1) firstprivate(scratch)
  for (int i = 0; i < 3; ++i) {
    scratch[0] += i;
    results[i] = scratch[0] + scratch[1];
  }
}
