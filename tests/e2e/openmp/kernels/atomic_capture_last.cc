// Race: each thread subtracts atomically but reads the counter again, to find out whether it was the last
// one. Repaired: one atomic capture does both; seq_cst orders all parts before the reads of the last thread.
int parts[3];
int remaining = 3;
int sum = 0;

int main() {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 3; ++i) {
      parts[i] = i + 1;
      int left;
#if RACE
#pragma omp atomic update seq_cst
      remaining -= 1;
      left = remaining;
#else
#pragma omp atomic capture seq_cst
      left = --remaining;
#endif
      if (left == 0) sum = parts[0] + parts[1] + parts[2];
    }
  }
}
