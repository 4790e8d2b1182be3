// A critical section is entered inside one of the same name.
// run: => lock-misuse
// build: -fopenmp
// says: it would wait for itself
int count = 0;

void add() {
#pragma omp critical
  ++count;
}

int main() {
#pragma omp parallel num_threads(2)
#pragma omp critical
  add();
}
