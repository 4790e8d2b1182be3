// Race: each task has a copy of the pointer, but all copies point to the same heap block. Repaired: the
// parent moves the pointer on to another element for each task.
int main() {
  int* const block = new int[3]();
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    int* element = block;
    for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(element)
      *element += 1;
#if !RACE
      ++element;
#endif
    }
  }
  delete[] block;
}
