// Race: the iterator leaves out the last element, which the task also reads. Repaired: it covers all three.
int parts[3];
int sum = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 3; ++i) {
#pragma omp task depend(out : parts[i])
      parts[i] = i + 1;
    }
#if RACE
#pragma omp task depend(iterator(int i = 0 : 2), in : parts[i])
#else
#pragma omp task depend(iterator(int i = 0 : 3), in : parts[i])
#endif
    sum = parts[0] + parts[1] + parts[2];
  }
}
