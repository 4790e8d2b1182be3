// Race: the reader depends on another variable than the one it reads. Repaired: on that one.
int left = 0;
int right = 0;
int copy = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task depend(out : left)
    left = 1;
#pragma omp task depend(out : right)
    right = 2;
#if RACE
#pragma omp task depend(in : right)
#else
#pragma omp task depend(in : left)
#endif
    copy = left;
  }
}
