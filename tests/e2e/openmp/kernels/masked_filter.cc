// Race: the filters choose two threads, and nothing orders them. Repaired: the same thread runs both regions.
int message = 0;
int received = 0;

int main() {
#pragma omp parallel num_threads(3)
  {
#pragma omp masked filter(1)
    message = 8;
#if RACE
#pragma omp masked filter(2)
#else
#pragma omp masked filter(1)
#endif
    {
      received += message;
      message = 0;
    }
  }
}
