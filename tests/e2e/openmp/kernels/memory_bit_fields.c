// Race: neighbouring bit-fields are one memory location, and each section writes one of them. Repaired: they
// are whole members.
#if RACE
#define BITS : 4
#else
#define BITS
#endif

struct Flags {
  unsigned first BITS;
  unsigned second BITS;
  unsigned third BITS;
};

struct Flags flags;
unsigned sum;

int main(void) {
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    flags.first = 1;
#pragma omp section
    flags.second = 2;
#pragma omp section
    flags.third = 3;
  }
  sum = flags.first + flags.second + flags.third;
  return 0;
}
