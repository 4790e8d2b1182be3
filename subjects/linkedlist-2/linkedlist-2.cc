// Two java.util.LinkedLists in synchronized wrappers, and fifteen threads that call several methods each.
// Bug: a bulk operation keeps the lock of its own list while it goes to the other one. Deadlocks when
// add_all() or equals() of one list meets that of the other.
#include "support/list_program.h"

using namespace subjects;

int main() {
  ListProgram<SynchronizedList<LinkedList>>().several_methods_each(15);
}
