// java.util.Collections.synchronizedList(): what a list has besides the methods of every collection.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "support/plain_list.h"
#include "support/synchronized_collection.h"

namespace subjects {

template <class Plain>
class SynchronizedList : public SynchronizedCollection<Plain> {
 public:
  std::optional<int> get(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return plain_.get(index);
  }
  int index_of(int element) const {
    std::lock_guard lock(mutex_);
    return plain_.index_of(element);
  }
  int last_index_of(int element) const {
    std::lock_guard lock(mutex_);
    return plain_.last_index_of(element);
  }
  std::vector<int> list_iterator() const {
    std::lock_guard lock(mutex_);
    return plain_.to_array();
  }

  void set(std::size_t index, int element) {
    std::lock_guard lock(mutex_);
    plain_.set(index, element);
  }
  void insert(std::size_t index, int element) {
    std::lock_guard lock(mutex_);
    plain_.insert(index, element);
  }
  void remove_at(std::size_t index) {
    std::lock_guard lock(mutex_);
    plain_.remove_at(index);
  }

 private:
  using SynchronizedCollection<Plain>::mutex_;
  using SynchronizedCollection<Plain>::plain_;
};

}  // namespace subjects
