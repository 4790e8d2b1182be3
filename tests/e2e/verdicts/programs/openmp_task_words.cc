// The report says which task and which region the accesses belong to, and names functions as the source does.
// run: => data-race
// build: -fopenmp
// replays: the task at [^\n]*openmp_task_words.cc:14
// never: omp_fn
#include <cstdio>

int left = 0;

int main() {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    left = 1;
#pragma omp task
    std::printf("%d\n", left);
  }
}
