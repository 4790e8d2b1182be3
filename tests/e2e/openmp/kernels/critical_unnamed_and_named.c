// Race: one region has a name, the other has none; an unnamed region excludes only unnamed ones. Repaired:
// both are unnamed.
int stock = 10;
int sold;

int main(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp critical
    stock += 1;
#if RACE
#pragma omp critical(sale)
#else
#pragma omp critical
#endif
    {
      stock -= 1;
      sold += 1;
    }
  }
  return 0;
}
