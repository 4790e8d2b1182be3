// Five threads that call one method of a java.util.Hashtable each.
// Bug: put_all() and equals() keep the lock of their own table while they go to the other one. Deadlocks
// when two threads do so in opposite directions.
#include "support/calling_threads.h"
#include "support/hashtable.h"

using namespace subjects;

int main() {
  Hashtable first, second;
  first.put(1, 10);
  second.put(2, 20);
  CallingThreads<Hashtable> threads;
  threads.start_each(first, second,
                     {
                         [](Hashtable& own, Hashtable& other) { own.put_all(other); },
                         [](Hashtable& own, Hashtable&) { own.put(3, 30); },
                         [](Hashtable& own, Hashtable&) { own.remove(1); },
                         [](Hashtable& own, Hashtable&) { own.get(1); },
                     });
  threads.start_each(second, first, {[](Hashtable& own, Hashtable& other) { own.equals(other); }});
  threads.join();
}
