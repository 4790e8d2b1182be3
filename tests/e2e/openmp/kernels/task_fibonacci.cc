// Race: a call adds the results of its two child tasks without waiting for them. Repaired: a taskwait. The
// results are in a global tree, because the children may outlive the call.
int results[15];

void fibonacci(int n, int node) {
  if (n < 2) {
    results[node] = n;
    return;
  }
#pragma omp task
  fibonacci(n - 1, 2 * node + 1);
#pragma omp task
  fibonacci(n - 2, 2 * node + 2);
#if !RACE
#pragma omp taskwait
#endif
  results[node] = results[2 * node + 1] + results[2 * node + 2];
}

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  fibonacci(4, 0);
}
