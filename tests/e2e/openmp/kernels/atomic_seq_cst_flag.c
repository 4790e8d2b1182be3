// Race: the reader does not look at the flag before it reads `data`. Repaired: it reads only if the flag is
// set, and both accesses to the flag are sequentially consistent.
int data;
int flag;
int copy;

int main(void) {
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    {
      data = 3;
#pragma omp atomic write seq_cst
      flag = 1;
    }
#pragma omp section
    {
      int is_set;
#pragma omp atomic read seq_cst
      is_set = flag;
#if !RACE
      if (is_set)
#endif
        copy = data + is_set;
    }
  }
  return 0;
}
