// Race: the depend object stands for another variable. Repaired: for the one that both tasks change.
#include <omp.h>

int first = 0;
int second = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    omp_depend_t dependence;
#if RACE
#pragma omp depobj(dependence) depend(inout : second)
#else
#pragma omp depobj(dependence) depend(inout : first)
#endif
#pragma omp task depend(inout : first)
    first += 1;
#pragma omp task depend(depobj : dependence)
    {
      first += 2;
      second += 1;
    }
#pragma omp depobj(dependence) destroy
  }
}
