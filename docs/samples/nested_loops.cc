int counts[4] = {};

void add_row(int row) {
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 4; ++i) counts[i] += row;
}

int main() {
#pragma omp parallel num_threads(2)
#pragma omp for schedule(dynamic)
  for (int row = 0; row < 4; ++row) add_row(row);
}
