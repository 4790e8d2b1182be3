// Race: the ordered clause alone orders nothing. Repaired: the append is in an ordered region.
int log_entries[6];
int length = 0;

int main() {
#pragma omp parallel for num_threads(3) schedule(static, 1) ordered
  for (int i = 0; i < 6; ++i) {
#if !RACE
#pragma omp ordered
#endif
    {
      log_entries[length] = i;
      length += 1;
    }
  }
}
