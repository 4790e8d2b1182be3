// Race: every constructor counts in the static member. Repaired: it does so atomically.
#include <omp.h>

struct Ticket {
  explicit Ticket(int owner) : owner(owner) {
#if !RACE
#pragma omp atomic
#endif
    issued += 1;
  }
  int owner;
  static int issued;
};

int Ticket::issued = 0;
int owners[3];

int main() {
#pragma omp parallel num_threads(3)
  {
    const Ticket ticket(omp_get_thread_num());
    owners[ticket.owner] = 1;
  }
}
