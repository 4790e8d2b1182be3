// Two java.util.ArrayLists in synchronized wrappers, and twenty-six threads that call one method each.
// Bug: a bulk operation keeps the lock of its own list while it goes to the other one. Deadlocks when
// remove_all() of the second list, in which somebody has put an element, meets a bulk operation of the first.
#include "support/list_program.h"

using namespace subjects;

int main() {
  ListProgram<SynchronizedList<ArrayList>>().one_method_each();
}
