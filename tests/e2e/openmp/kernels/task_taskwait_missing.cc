// Race: the parent reads the result while its child task may still compute it. Repaired: a taskwait before
// the read.
int operand = 6;
int result = 0;
int copy = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task
    result = operand * 7;
#if !RACE
#pragma omp taskwait
#endif
    copy = result;
  }
}
