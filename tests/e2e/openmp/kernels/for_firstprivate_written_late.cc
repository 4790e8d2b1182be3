// Race: a thread enters the loop and copies `start` while another one may still write it. Repaired: the
// barrier of single comes first.
int start = 0;
int values[3];

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp single nowait
#else
#pragma omp single
#endif
    start = 5;
#pragma omp for schedule(static, 1) firstprivate(start)
    for (int i = 0; i < 3; ++i) {
      start += i;
      values[i] = start;
    }
  }
}
