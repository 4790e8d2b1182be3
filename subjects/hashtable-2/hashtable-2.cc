// Five threads that call nearly every method of a java.util.Hashtable.
// Bug: put_all() and equals() keep the lock of their own table while they go to the other one. Deadlocks
// when two threads do so in opposite directions.
#include <cstddef>
#include <vector>

#include "support/calling_threads.h"
#include "support/hashtable.h"

using namespace subjects;

using Call = CallingThreads<Hashtable>::Call;

int twice(int value) {
  return 2 * value;
}

constexpr Call kPutAll = [](Hashtable& own, Hashtable& other) { own.put_all(other); };
constexpr Call kEquals = [](Hashtable& own, Hashtable& other) { own.equals(other); };

// The methods that need no other table.
const std::vector<Call> kAlone = {
    [](Hashtable& own, Hashtable&) { own.put(1, 10); },
    [](Hashtable& own, Hashtable&) { own.size(); },
    [](Hashtable& own, Hashtable&) { own.is_empty(); },
    [](Hashtable& own, Hashtable&) { own.get(1); },
    [](Hashtable& own, Hashtable&) { own.get_or_default(2, 20); },
    [](Hashtable& own, Hashtable&) { own.contains_key(1); },
    [](Hashtable& own, Hashtable&) { own.contains(10); },
    [](Hashtable& own, Hashtable&) { own.put_if_absent(2, 20); },
    [](Hashtable& own, Hashtable&) { own.entry_set(); },
    [](Hashtable& own, Hashtable&) { own.key_set(); },
    [](Hashtable& own, Hashtable&) { own.values(); },
    [](Hashtable& own, Hashtable&) { own.replace(1, 11); },
    [](Hashtable& own, Hashtable&) { own.replace_value(1, 11, 12); },
    [](Hashtable& own, Hashtable&) { own.replace_all(twice); },
    [](Hashtable& own, Hashtable&) { own.hash_code(); },
    [](Hashtable& own, Hashtable&) { own.to_string(); },
    [](Hashtable& own, Hashtable&) { own.merge(3, 30); },
    [](Hashtable& own, Hashtable&) { own.compute_if_present(3, twice); },
    [](Hashtable& own, Hashtable&) { own.remove(1); },
    [](Hashtable& own, Hashtable&) { own.remove_value(2, 20); },
    [](Hashtable& own, Hashtable&) { own.clear(); },
};

// All methods: `place` of those above, those with another table, and the rest.
std::vector<Call> all_calls(std::ptrdiff_t place) {
  std::vector<Call> calls = kAlone;
  calls.insert(calls.begin() + place, {kPutAll, kEquals});
  return calls;
}

int main() {
  Hashtable first, second;
  CallingThreads<Hashtable> threads;
  threads.start(first, second, all_calls(2));
  threads.start(second, first, all_calls(10));
  for (int i = 0; i < 3; ++i) threads.start(first, second, kAlone);
  threads.join();
}
