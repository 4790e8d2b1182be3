// A list in an array, after java.util.Vector of JDK 1.5: its methods are synchronized.
// Bug: what copies another vector (the constructor, add_all() and insert_all()) asks for its size and then
// for one element after the other, with its lock in each call but not between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace subjects {

class Vector {
 public:
  Vector() = default;
  Vector(const Vector& other) { elements_ = other.copy_elements(); }
  Vector& operator=(const Vector&) = delete;

  void add(int element) {
    std::lock_guard lock(mutex_);
    elements_.push_back(element);
  }
  void add_element(int element) { add(element); }
  void insert_element_at(int element, int index) {
    std::lock_guard lock(mutex_);
    check_place(index);
    elements_.insert(elements_.begin() + index, element);
  }
  void insert(int index, int element) { insert_element_at(element, index); }

  int element_at(int index) const {
    std::lock_guard lock(mutex_);
    return elements_.at(static_cast<std::size_t>(index));
  }
  int get(int index) const { return element_at(index); }
  int first_element() const { return element_at(0); }
  int last_element() const {
    std::lock_guard lock(mutex_);
    return element_at(count() - 1);
  }
  // Returns the element that was replaced.
  int set(int index, int element) {
    std::lock_guard lock(mutex_);
    return std::exchange(elements_.at(static_cast<std::size_t>(index)), element);
  }
  void set_element_at(int element, int index) { set(index, element); }

  int remove_at(int index) {
    std::lock_guard lock(mutex_);
    const int element = element_at(index);
    elements_.erase(elements_.begin() + index);
    return element;
  }
  void remove_element_at(int index) { remove_at(index); }
  // False if the element is not there.
  bool remove_element(int element) {
    std::lock_guard lock(mutex_);
    const int index = index_of(element);
    if (index >= 0) remove_at(index);
    return index >= 0;
  }
  bool remove(int element) { return remove_element(element); }
  void remove_range(int from, int to) {
    std::lock_guard lock(mutex_);
    for (int left = to - from; left > 0; --left) remove_at(from);
  }
  void remove_all_elements() {
    std::lock_guard lock(mutex_);
    elements_.clear();
  }
  void clear() { remove_all_elements(); }

  void add_all(const Vector& other) {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    append(other.copy_elements());
  }
  void insert_all(int index, const Vector& other) {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    const std::vector<int> added = other.copy_elements();
    std::lock_guard own(mutex_);
    check_place(index);
    elements_.insert(elements_.begin() + index, added.begin(), added.end());
  }
  void remove_all(const Vector& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    const std::vector<int> removed = other.elements_;
    std::erase_if(elements_, [&removed](int element) { return holds(removed, element); });
  }
  void retain_all(const Vector& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    const std::vector<int> retained = other.elements_;
    std::erase_if(elements_, [&retained](int element) { return !holds(retained, element); });
  }
  bool contains_all(const Vector& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return std::all_of(other.elements_.begin(), other.elements_.end(),
                       [this](int element) { return holds(elements_, element); });
  }
  bool equals(const Vector& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return elements_ == other.elements_;
  }

  int size() const {
    std::lock_guard lock(mutex_);
    return count();
  }
  void set_size(int size) {
    std::lock_guard lock(mutex_);
    if (size < 0 || size > kMaximumSize) throw std::out_of_range("Vector: size");
    elements_.resize(static_cast<std::size_t>(size));
  }
  bool is_empty() const { return size() == 0; }
  int capacity() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(elements_.capacity());
  }
  void ensure_capacity(int capacity) {
    std::lock_guard lock(mutex_);
    elements_.reserve(static_cast<std::size_t>(std::clamp(capacity, 0, kMaximumSize)));
  }
  void trim_to_size() {
    std::lock_guard lock(mutex_);
    elements_.shrink_to_fit();
  }

  bool contains(int element) const { return index_of(element) >= 0; }
  int index_of(int element) const {
    std::lock_guard lock(mutex_);
    const auto place = std::find(elements_.begin(), elements_.end(), element);
    return place == elements_.end() ? -1 : static_cast<int>(place - elements_.begin());
  }
  int last_index_of(int element) const {
    std::lock_guard lock(mutex_);
    const auto place = std::find(elements_.rbegin(), elements_.rend(), element);
    return static_cast<int>(elements_.rend() - place) - 1;
  }
  int hash_code() const {
    std::lock_guard lock(mutex_);
    unsigned hash = 1;
    for (const int element : elements_) hash = 31 * hash + static_cast<unsigned>(element);
    return static_cast<int>(hash);
  }
  std::vector<int> to_array() const {
    std::lock_guard lock(mutex_);
    return elements_;
  }
  std::string to_string() const {
    std::string text;
    for (const int element : to_array()) text += std::to_string(element) + " ";
    return text;
  }

 private:
  static constexpr int kMaximumSize = 1 << 20;

  static bool holds(const std::vector<int>& elements, int element) {
    return std::find(elements.begin(), elements.end(), element) != elements.end();
  }

  std::vector<int> copy_elements() const {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    std::vector<int> copy(static_cast<std::size_t>(size()));
    for (std::size_t index = 0; index < copy.size(); ++index)
      copy[index] = element_at(static_cast<int>(index));
    return copy;
  }

  void append(const std::vector<int>& added) {
    std::lock_guard lock(mutex_);
    elements_.insert(elements_.end(), added.begin(), added.end());
  }

  int count() const { return static_cast<int>(elements_.size()); }

  void check_place(int index) const {
    if (index < 0 || index > count()) throw std::out_of_range("Vector: index");
  }

  mutable std::recursive_mutex mutex_;
  std::vector<int> elements_;
};

}  // namespace subjects
