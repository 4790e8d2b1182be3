// java.util.HashSet and java.util.TreeSet: sets without a lock.
#pragma once

#include <cstddef>
#include <set>
#include <unordered_set>
#include <vector>

#include "support/bulk_operations.h"

namespace subjects {

template <class Container>
class PlainSet {
 public:
  std::size_t size() const { return elements_.size(); }
  bool is_empty() const { return elements_.empty(); }
  std::vector<int> to_array() const { return {elements_.begin(), elements_.end()}; }
  bool contains(int element) const { return elements_.contains(element); }
  template <class Other>
  bool equals(const Other& other) const {
    return other.size() == size() && contains_all(*this, other);
  }
  int hash_code() const {
    unsigned hash = 0;
    for (const int element : elements_) hash += static_cast<unsigned>(element);
    return static_cast<int>(hash);
  }

  bool add(int element) { return elements_.insert(element).second; }
  bool remove(int element) { return elements_.erase(element) == 1; }
  void clear() { elements_.clear(); }

 private:
  Container elements_;
};

using HashSet = PlainSet<std::unordered_set<int>>;
using TreeSet = PlainSet<std::set<int>>;

}  // namespace subjects
