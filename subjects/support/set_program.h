// What hashset-1, hashset-2, treeset-1 and treeset-2 do with two sets.
#pragma once

#include <vector>

#include "support/calling_threads.h"
#include "support/plain_set.h"
#include "support/synchronized_collection.h"

namespace subjects {

template <class Set>
class SetProgram {
 public:
  SetProgram() {
    first_.add(1);
    first_.add(2);
  }

  // Twenty-one threads with one call each. One bulk operation goes from the second set to the first.
  void one_method_each() {
    Threads threads;
    threads.start_each(first_, second_,
                       {kAdd, kSize, kClear, kContains, kRemove, kToArray, kIsEmpty, kIterator, kAddAll,
                        kEquals, kRetainAll, kContainsAll, kRemoveAll});
    threads.start_each(second_, first_,
                       {kAdd, kSize, kClear, kContains, kRetainAll, kRemove, kToArray, kIsEmpty});
    threads.join();
  }

  // A thread with nine calls that need only one set, and two with add_all() and equals() among them. One of
  // the two has both the sets and the calls the other way round.
  void several_methods_each() {
    const std::vector<Call> all = {kAdd,      kToArray, kAddAll,   kEquals,   kIsEmpty, kSize,
                                   kIterator, kRemove,  kHashCode, kContains, kClear};
    Threads threads;
    threads.start(first_, second_, all);
    threads.start(second_, first_, {all.rbegin(), all.rend()});
    threads.start(first_, second_,
                  {kAdd, kToArray, kIsEmpty, kSize, kIterator, kRemove, kHashCode, kContains, kClear});
    threads.join();
  }

 private:
  using Threads = CallingThreads<Set>;
  using Call = typename Threads::Call;

  static constexpr Call kAdd = [](Set& own, Set&) { own.add(2); };
  static constexpr Call kRemove = [](Set& own, Set&) { own.remove(2); };
  static constexpr Call kClear = [](Set& own, Set&) { own.clear(); };
  static constexpr Call kSize = [](Set& own, Set&) { own.size(); };
  static constexpr Call kIsEmpty = [](Set& own, Set&) { own.is_empty(); };
  static constexpr Call kContains = [](Set& own, Set&) { own.contains(2); };
  static constexpr Call kToArray = [](Set& own, Set&) { own.to_array(); };
  static constexpr Call kIterator = [](Set& own, Set&) { own.iterator(); };
  static constexpr Call kHashCode = [](Set& own, Set&) { own.hash_code(); };
  static constexpr Call kAddAll = [](Set& own, Set& other) { own.add_all(other); };
  static constexpr Call kRemoveAll = [](Set& own, Set& other) { own.remove_all(other); };
  static constexpr Call kRetainAll = [](Set& own, Set& other) { own.retain_all(other); };
  static constexpr Call kContainsAll = [](Set& own, Set& other) { own.contains_all(other); };
  static constexpr Call kEquals = [](Set& own, Set& other) { own.equals(other); };

  Set first_, second_;
};

}  // namespace subjects
