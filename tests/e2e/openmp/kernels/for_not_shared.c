// Race: without the for directive each thread runs the whole loop. Repaired: the iterations are distributed.
int values[3];

int main(void) {
#pragma omp parallel num_threads(3)
  {
#if !RACE
#pragma omp for
#endif
    for (int i = 0; i < 3; ++i) values[i] += i;
  }
  return 0;
}
