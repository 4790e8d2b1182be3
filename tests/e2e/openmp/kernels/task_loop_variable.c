// Race: the tasks read the shared loop variable while the loop increments it. Repaired: each task has a copy.
int marks[4];
int place;

int main(void) {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (place = 0; place < 3; ++place) {
#if RACE
#pragma omp task
#else
#pragma omp task firstprivate(place)
#endif
      marks[place] = 1;
    }
  }
  return 0;
}
