// Race: two single regions may be run by two threads, and the first does not wait. Repaired: the barrier of
// the first.
int steps[2];
int count = 0;

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
#pragma omp single nowait
#else
#pragma omp single
#endif
    {
      steps[0] = count;
      count += 1;
    }
#pragma omp single nowait
    {
      steps[1] = count;
      count += 1;
    }
  }
}
