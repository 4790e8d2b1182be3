// Race: taskwait waits for the child but not for the grandchild, which writes. Repaired: a taskgroup waits
// for all descendants.
int leaf = 0;
int branch = 0;
int sum = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#if !RACE
#pragma omp taskgroup
#endif
    {
#pragma omp task
      {
#pragma omp task
        leaf = 1;
        branch = 2;
      }
#pragma omp taskwait
    }
    sum = leaf + branch;
  }
}
