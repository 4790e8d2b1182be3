// Race: the sections multiply the shared product. Repaired: a reduction of the sections.
int factors[3] = {2, 3, 5};
int product = 1;

int main() {
#if RACE
#pragma omp parallel sections num_threads(3)
#else
#pragma omp parallel sections num_threads(3) reduction(* : product)
#endif
  {
#pragma omp section
    product *= factors[0];
#pragma omp section
    product *= factors[1];
#pragma omp section
    product *= factors[2];
  }
}
