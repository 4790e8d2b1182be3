// A doubly linked list that is a queue as well, after java.util.LinkedList of JDK 1.5, whose methods all hold
// the lock of the list. Bug: peek() and element() look at the first node without it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace subjects {

class LinkedList {
 public:
  LinkedList() { header_.previous = header_.next = &header_; }
  ~LinkedList() { clear(); }
  LinkedList(const LinkedList&) = delete;
  LinkedList& operator=(const LinkedList&) = delete;

  void add_first(int value) {
    std::lock_guard lock(mutex_);
    insert_before(header_.next, value);
  }
  void add_last(int value) {
    std::lock_guard lock(mutex_);
    insert_before(&header_, value);
  }
  bool add(int value) {
    add_last(value);
    return true;
  }
  bool offer(int value) { return add(value); }
  void insert(int index, int value) {
    std::lock_guard lock(mutex_);
    insert_before(index == size_ ? &header_ : at(index), value);
  }
  void push(int value) { add_first(value); }

  // What is not there is an exception for these, and nothing for poll() and peek().
  int get_first() const {
    std::lock_guard lock(mutex_);
    return at(0)->value;
  }
  int get_last() const {
    std::lock_guard lock(mutex_);
    return at(size_ - 1)->value;
  }
  int get(int index) const {
    std::lock_guard lock(mutex_);
    return at(index)->value;
  }
  int remove_first() {
    std::lock_guard lock(mutex_);
    return unlink(at(0));
  }
  int remove_last() {
    std::lock_guard lock(mutex_);
    return unlink(at(size_ - 1));
  }
  int remove_at(int index) {
    std::lock_guard lock(mutex_);
    return unlink(at(index));
  }
  int pop() { return remove_first(); }
  int element() const {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    return at(0)->value;
  }

  std::optional<int> peek() const {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    return size_ == 0 ? std::nullopt : std::optional(header_.next->value);
  }
  std::optional<int> peek_last() const {
    std::lock_guard lock(mutex_);
    return size_ == 0 ? std::nullopt : std::optional(header_.previous->value);
  }
  std::optional<int> poll() {
    std::lock_guard lock(mutex_);
    return size_ == 0 ? std::nullopt : std::optional(unlink(header_.next));
  }
  std::optional<int> poll_last() {
    std::lock_guard lock(mutex_);
    return size_ == 0 ? std::nullopt : std::optional(unlink(header_.previous));
  }

  // Returns the value that was replaced.
  int set(int index, int value) {
    std::lock_guard lock(mutex_);
    return std::exchange(at(index)->value, value);
  }
  // False if the value is not there.
  bool remove(int value) {
    std::lock_guard lock(mutex_);
    const int index = index_of(value);
    if (index >= 0) remove_at(index);
    return index >= 0;
  }
  bool remove_last_occurrence(int value) {
    std::lock_guard lock(mutex_);
    const int index = last_index_of(value);
    if (index >= 0) remove_at(index);
    return index >= 0;
  }
  void clear() {
    std::lock_guard lock(mutex_);
    while (size_ > 0) unlink(header_.next);
  }

  void add_all(const LinkedList& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    for (const int value : other.to_array()) add(value);
  }
  void insert_all(int index, const LinkedList& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    for (const int value : other.to_array()) insert(index++, value);
  }
  void remove_all(const LinkedList& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    for (const int value : other.to_array()) {
      while (remove(value)) {
      }
    }
  }
  bool contains_all(const LinkedList& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    for (const int value : other.to_array()) {
      if (!contains(value)) return false;
    }
    return true;
  }
  bool equals(const LinkedList& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return to_array() == other.to_array();
  }

  int size() const {
    std::lock_guard lock(mutex_);
    return size_;
  }
  bool is_empty() const {
    std::lock_guard lock(mutex_);
    return size_ == 0;
  }
  bool contains(int value) const { return index_of(value) >= 0; }
  int index_of(int value) const {
    std::lock_guard lock(mutex_);
    int index = 0;
    for (const Node* node = header_.next; node != &header_; node = node->next, ++index) {
      if (node->value == value) return index;
    }
    return -1;
  }
  int last_index_of(int value) const {
    std::lock_guard lock(mutex_);
    int index = size_ - 1;
    for (const Node* node = header_.previous; node != &header_; node = node->previous, --index) {
      if (node->value == value) return index;
    }
    return -1;
  }
  int hash_code() const {
    std::lock_guard lock(mutex_);
    unsigned hash = 1;
    for (const int value : to_array()) hash = 31 * hash + static_cast<unsigned>(value);
    return static_cast<int>(hash);
  }
  std::vector<int> to_array() const {
    std::lock_guard lock(mutex_);
    std::vector<int> values;
    for (const Node* node = header_.next; node != &header_; node = node->next) values.push_back(node->value);
    return values;
  }
  std::string to_string() const {
    std::string text;
    for (const int value : to_array()) text += std::to_string(value) + " ";
    return text;
  }

 private:
  struct Node {
    int value = 0;
    Node* previous = nullptr;
    Node* next = nullptr;
  };

  void insert_before(Node* place, int value) {
    Node* node = new Node{value, place->previous, place};
    place->previous->next = node;
    place->previous = node;
    ++size_;
  }

  int unlink(Node* node) {
    const std::unique_ptr<Node> owner(node);
    node->previous->next = node->next;
    node->next->previous = node->previous;
    --size_;
    return node->value;
  }

  Node* at(int index) const {
    if (index < 0 || index >= size_) throw std::out_of_range("LinkedList: index");
    Node* node = header_.next;
    while (index-- > 0) node = node->next;
    return node;
  }

  mutable std::recursive_mutex mutex_;
  Node header_;  // before the first node and after the last
  int size_ = 0;
};

}  // namespace subjects
