// java.util.ArrayList and java.util.LinkedList: lists without a lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <list>
#include <optional>
#include <vector>

namespace subjects {

// Where Java throws an IndexOutOfBoundsException, an index does nothing here.
template <class Sequence>
class PlainList {
 public:
  std::size_t size() const { return elements_.size(); }
  bool is_empty() const { return elements_.empty(); }
  std::vector<int> to_array() const { return {elements_.begin(), elements_.end()}; }
  bool contains(int element) const { return index_of(element) >= 0; }
  int index_of(int element) const {
    const auto place = std::find(elements_.begin(), elements_.end(), element);
    return place == elements_.end() ? -1 : static_cast<int>(std::distance(elements_.begin(), place));
  }
  int last_index_of(int element) const {
    const auto place = std::find(elements_.rbegin(), elements_.rend(), element);
    return static_cast<int>(std::distance(place, elements_.rend())) - 1;
  }
  std::optional<int> get(std::size_t index) const {
    if (index >= size()) return std::nullopt;
    return *std::next(elements_.begin(), static_cast<std::ptrdiff_t>(index));
  }
  template <class Other>
  bool equals(const Other& other) const {
    return to_array() == other.iterator();
  }
  int hash_code() const {
    unsigned hash = 1;
    for (const int element : elements_) hash = 31 * hash + static_cast<unsigned>(element);
    return static_cast<int>(hash);
  }

  bool add(int element) {
    elements_.push_back(element);
    return true;
  }
  void insert(std::size_t index, int element) {
    if (index > size()) return;
    elements_.insert(std::next(elements_.begin(), static_cast<std::ptrdiff_t>(index)), element);
  }
  void set(std::size_t index, int element) {
    if (index >= size()) return;
    *std::next(elements_.begin(), static_cast<std::ptrdiff_t>(index)) = element;
  }
  bool remove(int element) {
    const auto place = std::find(elements_.begin(), elements_.end(), element);
    if (place == elements_.end()) return false;
    elements_.erase(place);
    return true;
  }
  void remove_at(std::size_t index) {
    if (index >= size()) return;
    elements_.erase(std::next(elements_.begin(), static_cast<std::ptrdiff_t>(index)));
  }
  void clear() { elements_.clear(); }

 private:
  Sequence elements_;
};

using ArrayList = PlainList<std::vector<int>>;
using LinkedList = PlainList<std::list<int>>;

}  // namespace subjects
