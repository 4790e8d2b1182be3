// Race: the second task reads what the first one writes; the order of the constructs does not matter.
// Repaired: a taskwait between them.
int message;
int received;
int answered;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task
    message = 5;
#if !RACE
#pragma omp taskwait
#endif
#pragma omp task
    received = message + 1;
#pragma omp taskwait
    answered = received;
  }
  return 0;
}
