// Two java.util.HashSets in synchronized wrappers, and twenty-one threads that call one method each.
// Bug: a bulk operation keeps the lock of its own set while it goes to the other one. Deadlocks when
// retain_all() of the second set, in which somebody has put an element, meets a bulk operation of the first.
#include "support/set_program.h"

using namespace subjects;

int main() {
  SetProgram<SynchronizedCollection<HashSet>>().one_method_each();
}
