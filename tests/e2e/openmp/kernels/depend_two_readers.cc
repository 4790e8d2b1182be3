// Race: the two readers do not exclude each other, and one of them also counts. Repaired: that one counts
// in a variable of its own.
int value = 0;
int counts[2];
int copies[2];

#if RACE
#define PLACE(reader) 0
#else
#define PLACE(reader) reader
#endif

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task depend(out : value)
    value = 1;
#pragma omp task depend(in : value)
    {
      copies[0] = value;
      counts[PLACE(0)] += 1;
    }
#pragma omp task depend(in : value)
    {
      copies[1] = value;
      counts[PLACE(1)] += 1;
    }
  }
}
