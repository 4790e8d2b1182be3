// A loop that the team shares inside another one.
// run: => openmp-misuse
// build: -fopenmp
// says: inside +another +one +of +them
int counts[4] = {};

void inner(int row) {
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 4; ++i) counts[i] += row;
}

int main() {
#pragma omp parallel num_threads(2)
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 4; ++i) inner(i);
}
