// Race: all tasks of a recursion add to the shared sum. Repaired: atomically.
int sum;

void visit(int depth) {
#if !RACE
#pragma omp atomic
#endif
  sum += depth;
  if (depth == 0) return;
  for (int child = 0; child < 2; ++child) {
#pragma omp task
    visit(depth - 1);
  }
}

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  visit(2);
  return 0;
}
