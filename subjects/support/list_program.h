// What arraylist-1, arraylist-2, linkedlist-1 and linkedlist-2 do with two lists.
#pragma once

#include <vector>

#include "support/calling_threads.h"
#include "support/synchronized_list.h"

namespace subjects {

template <class List>
class ListProgram {
 public:
  ListProgram() {
    first_.add(1);
    first_.add(2);
  }

  // Twenty-six threads with one call each. One bulk operation goes from the second list to the first.
  void one_method_each() {
    Threads threads;
    threads.start_each(first_, second_,
                       {kAdd, kToArray, kClear, kContains, kSize, kRemove, kListIterator, kIndexOf, kIsEmpty,
                        kIterator, kLastIndexOf, kAddAll, kRemoveAll, kContainsAll, kEquals});
    threads.start_each(second_, first_,
                       {kAdd, kToArray, kClear, kContains, kRemoveAll, kSize, kRemove, kListIterator,
                        kIndexOf, kIsEmpty, kIterator});
    threads.join();
  }

  // Some threads with ten calls each that need only one list, and two with add_all() and equals() among them.
  // One of the two has both the lists and the calls the other way round.
  void several_methods_each(int count) {
    const std::vector<Call> all = {kAdd,      kToArray, kAddAll, kEquals, kIndexOf,  kSize,
                                   kIterator, kGet,     kRemove, kSet,    kContains, kClear};
    const std::vector<Call> alone = {kAdd, kToArray, kIndexOf, kSize,     kIterator,
                                     kGet, kRemove,  kSet,     kContains, kClear};
    Threads threads;
    threads.start(first_, second_, all);
    threads.start(second_, first_, {all.rbegin(), all.rend()});
    for (int i = 2; i < count; ++i) {
      List& own = i % 2 == 0 ? first_ : second_;
      threads.start(own, own, alone);
    }
    threads.join();
  }

 private:
  using Threads = CallingThreads<List>;
  using Call = typename Threads::Call;

  static constexpr Call kAdd = [](List& own, List&) { own.add(2); };
  static constexpr Call kRemove = [](List& own, List&) { own.remove(2); };
  static constexpr Call kClear = [](List& own, List&) { own.clear(); };
  static constexpr Call kSet = [](List& own, List&) { own.set(0, 3); };
  static constexpr Call kGet = [](List& own, List&) { own.get(0); };
  static constexpr Call kSize = [](List& own, List&) { own.size(); };
  static constexpr Call kIsEmpty = [](List& own, List&) { own.is_empty(); };
  static constexpr Call kContains = [](List& own, List&) { own.contains(2); };
  static constexpr Call kIndexOf = [](List& own, List&) { own.index_of(2); };
  static constexpr Call kLastIndexOf = [](List& own, List&) { own.last_index_of(2); };
  static constexpr Call kToArray = [](List& own, List&) { own.to_array(); };
  static constexpr Call kIterator = [](List& own, List&) { own.iterator(); };
  static constexpr Call kListIterator = [](List& own, List&) { own.list_iterator(); };
  static constexpr Call kAddAll = [](List& own, List& other) { own.add_all(other); };
  static constexpr Call kRemoveAll = [](List& own, List& other) { own.remove_all(other); };
  static constexpr Call kContainsAll = [](List& own, List& other) { own.contains_all(other); };
  static constexpr Call kEquals = [](List& own, List& other) { own.equals(other); };

  List first_, second_;
};

}  // namespace subjects
