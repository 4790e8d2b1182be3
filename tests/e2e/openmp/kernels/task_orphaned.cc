// Race: the called function generates the task and returns; the caller reads the result without a taskwait.
// Repaired: the caller waits.
int request = 3;
int answer = 0;
int copy = 0;

void start_computation() {
#pragma omp task
  answer = request * request;
}

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    start_computation();
#if !RACE
#pragma omp taskwait
#endif
    copy = answer;
  }
}
