// Race: the event that completes the detached task is fulfilled before the payload is written. Repaired:
// after it; the reader depends on the detached task.
#include <omp.h>

int started = 0;
int payload = 0;
int copy = 0;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    omp_event_handle_t written;
#pragma omp task depend(out : started) detach(written)
    started = 1;
#pragma omp task firstprivate(written)
    {
#if RACE
      omp_fulfill_event(written);
#endif
      payload = 7;
#if !RACE
      omp_fulfill_event(written);
#endif
    }
#pragma omp task depend(in : started)
    copy = payload + started;
  }
}
