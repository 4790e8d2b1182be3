// A region that does not say how many threads it wants has three, and the summary says so.
// run: => data-race
// build: -fopenmp
// says: OMP_NUM_THREADS
int count = 0;

int main() {
#pragma omp parallel
  ++count;
}
