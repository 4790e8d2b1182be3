// Race: two sections write the same member of a shared structure. Repaired: each writes a member of its own;
// neighbouring members do not conflict.
struct Range {
  int low;
  int high;
};

struct Range range;
int width;

int main(void) {
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    range.low = 1;
#pragma omp section
    {
#if RACE
      range.low = 9;
#else
      range.high = 9;
#endif
    }
  }
  width = range.high - range.low;
  return 0;
}
