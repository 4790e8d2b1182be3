// A hash set, as java.util.HashSet is: entries in chains, a count of changes, and an iterator that fails when
// it finds that count changed by others. Two threads add one element and remove all that the set holds.
// Bug: there is no lock.
// Fails when an element is added or removed by one thread while the other one is inside remove_all(): its
// iterator notices, which is an exception in Java.
#include <array>
#include <cassert>
#include <cstddef>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

class HashSet {
 public:
  void add(int element) {
    const Guard guard(mutex_);
    Entry*& chain = chains_[place_of(element)];
    for (Entry* entry = chain; entry != nullptr; entry = entry->next)
      if (entry->element == element) return;
    ++changes_;
    reload();
    chain = new Entry{element, chain};  // never deleted: Java's collector would wait for the last reader
    ++size_;
  }

  // Of the elements that `other` holds. The threads give the set itself.
  void remove_all(HashSet& other) {
    const Guard guard(mutex_);
    if (size_of(*this) > size_of(other)) {
      for (Iterator each(other); each.has_next();) remove(each.next());
    } else {
      for (Iterator each(*this); each.has_next();)
        if (other.contains(each.next())) each.remove();
    }
  }

 private:
  static constexpr std::size_t kChains = 16;

  struct Entry {
    int element;
    Entry* next;
  };

  // The twin's; re-entrant, because the other set may be this one.
  struct Guard {
    explicit Guard(std::recursive_mutex& mutex) : lock(mutex, std::defer_lock) {
      if (kFixed) lock.lock();
    }
    std::unique_lock<std::recursive_mutex> lock;
  };

  // Fail-fast: what was changed in any other way than by its own remove() is an error.
  class Iterator {
   public:
    explicit Iterator(HashSet& set) : set_(set), changes_(set.changes_) {
      if (size_of(set) != 0) advance(nullptr);
    }
    bool has_next() const { return next_ != nullptr; }
    int next() {
      check();
      current_ = next_;
      advance(current_->next);
      return current_->element;
    }
    void remove() {
      check();
      set_.remove(current_->element);
      reload();
      changes_ = set_.changes_;
    }

   private:
    void check() const {
      reload();
      assert(set_.changes_ == changes_ && "ConcurrentModificationException");
    }
    // From the last chain to the first.
    void advance(Entry* next) {
      while (next == nullptr && chain_ != 0) next = set_.chains_[--chain_];
      next_ = next;
    }

    HashSet& set_;
    int changes_;
    std::size_t chain_ = kChains;
    Entry* next_ = nullptr;
    Entry* current_ = nullptr;
  };

  static std::size_t place_of(int element) { return static_cast<std::size_t>(element) % kChains; }
  static int size_of(const HashSet& set) {
    reload();
    return set.size_;
  }

  bool contains(int element) const {
    reload();
    const Entry* entry = chains_[place_of(element)];
    while (entry != nullptr && entry->element != element) entry = entry->next;
    return entry != nullptr;
  }

  void remove(int element) {
    reload();
    Entry** place = &chains_[place_of(element)];
    for (Entry* entry = *place; entry != nullptr; place = &entry->next, entry = *place) {
      if (entry->element != element) continue;
      ++changes_;
      --size_;
      *place = entry->next;
      return;
    }
  }

  std::recursive_mutex mutex_;  // only the twin takes it
  std::array<Entry*, kChains> chains_{};
  int size_ = 0;
  int changes_ = 0;
};

constexpr int kElement = 7;

HashSet set;

int main() {
  std::thread first([] {
    set.remove_all(set);
    set.add(kElement);
  });
  std::thread second([] {
    set.add(kElement);
    set.remove_all(set);
  });
  first.join();
  second.join();
}
