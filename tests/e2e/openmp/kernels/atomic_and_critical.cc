// Race: an atomic update and an update in a critical region do not exclude each other. Repaired: both are
// atomic.
int total = 0;

int main() {
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    {
#pragma omp atomic
      total += 1;
    }
#pragma omp section
    {
#if RACE
#pragma omp critical
#else
#pragma omp atomic
#endif
      total += 2;
    }
#pragma omp section
    {
#pragma omp atomic
      total += 3;
    }
  }
}
