// Race: the index table has an element twice, and two iterations write to it. Repaired: all indices differ.
#if RACE
int positions[6] = {4, 0, 2, 5, 4, 1};
#else
int positions[6] = {4, 0, 2, 5, 3, 1};
#endif
int values[6];

int main() {
#pragma omp parallel for num_threads(3) schedule(static)
  for (int i = 0; i < 6; ++i) values[positions[i]] = i;
}
