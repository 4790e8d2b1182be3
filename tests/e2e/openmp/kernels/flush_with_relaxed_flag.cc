// Race: the relaxed flag alone orders nothing. Repaired: a flush before the atomic write and one after the
// atomic read that sees its value; the first is a release flush, the second an acquire flush, and they
// synchronize.
int data = 0;
int flag = 0;
int copy = 0;

int main() {
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    {
      data = 7;
#if !RACE
#pragma omp flush
#endif
#pragma omp atomic write
      flag = 1;
    }
#pragma omp section
    {
      int is_set;
#pragma omp atomic read
      is_set = flag;
#if !RACE
#pragma omp flush
#endif
      if (is_set) copy = data;
    }
  }
}
