// Race: depend orders only siblings, and here each thread is the parent of one task. Repaired: one thread
// generates all three.
int value = 0;

void add_in_task() {
#pragma omp task depend(inout : value)
  value += 1;
}

int main() {
#pragma omp parallel num_threads(3)
  {
#if RACE
    add_in_task();
#else
#pragma omp single
    for (int i = 0; i < 3; ++i) add_in_task();
#endif
  }
}
