// Race: the reader names the second half of the row, but reads the first one. Repaired: it names that one.
int row[4];
int sum;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task depend(out : row[0 : 2])
    {
      row[0] = 1;
      row[1] = 2;
    }
#pragma omp task depend(out : row[2 : 2])
    {
      row[2] = 3;
      row[3] = 4;
    }
#if RACE
#pragma omp task depend(in : row[2 : 2])
#else
#pragma omp task depend(in : row[0 : 2])
#endif
    sum = row[0] + row[1];
  }
  return 0;
}
