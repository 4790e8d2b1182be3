// A linked list of the time of JDK 1.1.
// Bug: add_last() looks for the end of the list before it takes the lock.
#pragma once

#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace subjects {

class LinkedList {
 public:
  LinkedList() = default;
  LinkedList(const LinkedList&) = delete;
  LinkedList& operator=(const LinkedList&) = delete;

  void add_first(int value) {
    std::lock_guard lock(mutex_);
    first_ = std::make_unique<Node>(value, std::move(first_));
  }

  void add_last(int value) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
    Link* end = find_end();
#else
    Link* end = find_end();
    std::lock_guard lock(mutex_);
#endif
    *end = std::make_unique<Node>(value, nullptr);
  }

  int remove_first() {
    std::lock_guard lock(mutex_);
    require_elements();
    const int value = first_->value;
    first_ = std::move(first_->next);
    return value;
  }

  int remove_last() {
    std::lock_guard lock(mutex_);
    require_elements();
    Link* link = &first_;
    while ((*link)->next != nullptr) link = &(*link)->next;
    const int value = (*link)->value;
    link->reset();
    return value;
  }

  int get_first() const {
    std::lock_guard lock(mutex_);
    require_elements();
    return first_->value;
  }

  int get_last() const {
    std::lock_guard lock(mutex_);
    require_elements();
    const Node* node = first_.get();
    while (node->next != nullptr) node = node->next.get();
    return node->value;
  }

  bool contains(int value) const {
    std::lock_guard lock(mutex_);
    const Node* node = first_.get();
    while (node != nullptr && node->value != value) node = node->next.get();
    return node != nullptr;
  }

  int size() const {
    std::lock_guard lock(mutex_);
    int size = 0;
    for (const Node* node = first_.get(); node != nullptr; node = node->next.get()) ++size;
    return size;
  }

  bool is_empty() const {
    std::lock_guard lock(mutex_);
    return first_ == nullptr;
  }

  void clear() {
    std::lock_guard lock(mutex_);
    while (first_ != nullptr) first_ = std::move(first_->next);
  }

 private:
  struct Node;
  using Link = std::unique_ptr<Node>;
  struct Node {
    Node(int node_value, Link node_next) : value(node_value), next(std::move(node_next)) {}

    int value;
    Link next;
  };

  Link* find_end() {
    Link* link = &first_;
    while (*link != nullptr) link = &(*link)->next;
    return link;
  }

  void require_elements() const {
    if (first_ == nullptr) throw std::out_of_range("LinkedList: empty");
  }

  mutable std::mutex mutex_;
  Link first_;
};

}  // namespace subjects
