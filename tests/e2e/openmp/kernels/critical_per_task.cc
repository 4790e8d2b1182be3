// Race: four sibling tasks add to `total`, the last one outside the critical region. Repaired: all are in it.
int total = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 3; ++i) {
#pragma omp task
      {
#pragma omp critical(sum)
        total += i;
      }
    }
#pragma omp task
    {
#if !RACE
#pragma omp critical(sum)
#endif
      total += 10;
    }
  }
}
