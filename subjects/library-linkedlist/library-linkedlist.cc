// A doubly linked list, as java.util.LinkedList is: a circle that begins and ends in a header. One thread
// adds two elements at the front, another one adds one there and removes the first. Bug: there is no lock.
// Fails when one thread is about to link an element before the first one and the other thread takes that one
// out meanwhile, which sets its links to null: a null dereference.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

class LinkedList {
 public:
  LinkedList() { header_.next = header_.previous = &header_; }

  void add_first(int element) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    add_before(element, header_.next);
  }

  int remove_first() {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    return remove(header_.next);
  }

 private:
  struct Entry {
    int element = 0;
    Entry* next = nullptr;
    Entry* previous = nullptr;
  };

  void add_before(int element, Entry* next) {
    // Never deleted: Java's collector would wait for the last reader.
    Entry* const entry = new Entry{element, next, next->previous};
    reload();
    entry->previous->next = entry;
    reload();
    entry->next->previous = entry;
    ++size_;
    ++changes_;
  }

  int remove(Entry* entry) {
    assert(entry != &header_ && "NoSuchElementException");
    const int element = entry->element;
    entry->previous->next = entry->next;
    reload();
    entry->next->previous = entry->previous;
    entry->next = entry->previous = nullptr;
    entry->element = 0;
    --size_;
    ++changes_;
    return element;
  }

  std::mutex mutex_;  // only the twin takes it
  Entry header_;
  int size_ = 0;
  int changes_ = 0;
};

LinkedList list;

int main() {
  std::thread first([] {
    list.add_first(1);
    list.add_first(2);
  });
  std::thread second([] {
    list.add_first(3);
    list.remove_first();
  });
  first.join();
  second.join();
}
