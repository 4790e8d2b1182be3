// Race: the tasks follow the shared cursor while the loop moves it on. The last node is a sentinel, so that
// they always find one. Repaired: each task has a copy of the cursor.
struct Node {
  int value;
  Node* next;
};

Node nodes[4] = {{1, &nodes[1]}, {2, &nodes[2]}, {3, &nodes[3]}, {0, nullptr}};
Node* cursor = nullptr;

int main() {
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (cursor = &nodes[0]; cursor != &nodes[3]; cursor = cursor->next) {
#if RACE
#pragma omp task
#else
#pragma omp task firstprivate(cursor)
#endif
      cursor->value = 0;
    }
  }
}
