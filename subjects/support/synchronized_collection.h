// java.util.Collections.synchronizedCollection(): every method takes the wrapper's lock and calls the plain
// collection. The lock is re-entrant, as Java's monitors are. What others than the threads call as well is
// never inlined, so that a lock statement is one place in the program.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "support/bulk_operations.h"
#include "support/operand.h"

namespace subjects {

template <class Plain>
class SynchronizedCollection {
 public:
  SynchronizedCollection() = default;
  SynchronizedCollection(const SynchronizedCollection& other) { subjects::add_all(plain_, other); }

  [[gnu::noinline]] std::size_t size() const {
    std::lock_guard lock(mutex_);
    return plain_.size();
  }
  bool is_empty() const {
    std::lock_guard lock(mutex_);
    return plain_.is_empty();
  }
  [[gnu::noinline]] bool contains(int element) const {
    std::lock_guard lock(mutex_);
    return plain_.contains(element);
  }
  [[gnu::noinline]] std::vector<int> to_array() const {
    std::lock_guard lock(mutex_);
    return plain_.to_array();
  }
  // What an iterator would come across. Java's takes no lock, and fails if somebody changes the collection.
  [[gnu::noinline]] std::vector<int> iterator() const {
    std::lock_guard lock(mutex_);
    return plain_.to_array();
  }
  std::string to_string() const {
    std::lock_guard lock(mutex_);
    std::string text;
    for (const int element : plain_.to_array()) text += std::to_string(element) + " ";
    return text;
  }

  [[gnu::noinline]] bool add(int element) {
    std::lock_guard lock(mutex_);
    return plain_.add(element);
  }
  bool remove(int element) {
    std::lock_guard lock(mutex_);
    return plain_.remove(element);
  }
  void clear() {
    std::lock_guard lock(mutex_);
    plain_.clear();
  }

  bool contains_all(const SynchronizedCollection& other) const {
    Operand<SynchronizedCollection> operand(other);
    std::lock_guard lock(mutex_);
    return subjects::contains_all(plain_, operand);
  }
  bool add_all(const SynchronizedCollection& other) {
    Operand<SynchronizedCollection> operand(other);
    std::lock_guard lock(mutex_);
    return subjects::add_all(plain_, operand);
  }
  bool remove_all(const SynchronizedCollection& other) {
    Operand<SynchronizedCollection> operand(other);
    std::lock_guard lock(mutex_);
    return subjects::remove_all(plain_, operand);
  }
  bool retain_all(const SynchronizedCollection& other) {
    Operand<SynchronizedCollection> operand(other);
    std::lock_guard lock(mutex_);
    return subjects::retain_all(plain_, operand);
  }

  bool equals(const SynchronizedCollection& other) const {
    Operand<SynchronizedCollection> operand(other);
    std::lock_guard lock(mutex_);
    return plain_.equals(operand);
  }
  int hash_code() const {
    std::lock_guard lock(mutex_);
    return plain_.hash_code();
  }

 protected:
  mutable std::recursive_mutex mutex_;
  Plain plain_;
};

}  // namespace subjects
