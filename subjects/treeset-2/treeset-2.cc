// Two java.util.TreeSets in synchronized wrappers, and three threads that call several methods each.
// Bug: a bulk operation keeps the lock of its own set while it goes to the other one. Deadlocks when
// add_all() or equals() of one set meets that of the other.
#include "support/set_program.h"

using namespace subjects;

int main() {
  SetProgram<SynchronizedCollection<TreeSet>>().several_methods_each();
}
