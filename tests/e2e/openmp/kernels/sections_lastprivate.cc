// Race: all sections write the shared `last`. Repaired: it is lastprivate; the last section's value is kept.
int last = 0;
int seen[3];

int main() {
#if RACE
#pragma omp parallel sections num_threads(3)
#else
#pragma omp parallel sections num_threads(3) lastprivate(last)
#endif
  {
#pragma omp section
    {
      last = 1;
      seen[0] = last;
    }
#pragma omp section
    {
      last = 2;
      seen[1] = last;
    }
  }
  seen[2] = last;
}
