// Race: producer and consumer are sections of their own. Repaired: they are one section, one after the other.
int product[2];
int consumed;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp sections
  {
#pragma omp section
    {
      product[0] = 1;
      product[1] = 2;
#if RACE
    }
#pragma omp section
    {
#endif
      consumed = product[0] + product[1];
    }
  }
  return 0;
}
