// Race: the threads take their slots with a plain `next++`, so that two may also get the same slot. Repaired:
// an atomic capture gives every thread a slot of its own.
int next = 0;
int slots[8];

int main() {
#pragma omp parallel num_threads(3)
  {
    int slot;
#if !RACE
#pragma omp atomic capture
#endif
    slot = next++;
    slots[slot] = 1;
  }
}
