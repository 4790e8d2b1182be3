// Ways to reach a field; the lines before the methods are explained in locks.h.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace headers {

inline int everybodys_number = 0;
void somewhere_else(int& number);

struct Inner {
  int a = 0;
  int b = 0;
  void set(int value) { a = value; }
};

class Base {
 public:
  //= base_ rw {}
  void inherited() { ++base_; }
  virtual ~Base() = default;

 protected:
  virtual void overridden() { base_ = 0; }
  int base_ = 0;
};

class Fields : public Base {
 public:
  //= x_ w {}
  void writes() { x_ = 1; }
  //= x_ rw {}
  void increments() { x_++; }
  //= x_ rw {}
  void adds(int n) { x_ += n; }
  //= inner_.b r {}, inner_.a w {}
  void members() { inner_.a = inner_.b; }
  //= inner_.a w {}
  void method_of_member() { inner_.set(1); }
  //= inner_.a w {}, inner_.b w {}
  void whole_member() { inner_ = Inner(); }
  //= base_ r {}, x_ w {}
  void field_of_base() { x_ = base_; }
  //= x_ w {}
  void overridden_call() { overridden(); }
  //= x_ rw {}
  void deep() { helper_1(); }
  //= y_ r {}, x_ rw {}
  void recursion(int n) { recursive(n); }
  //= x_ w {}
  void reference() {
    int& x = x_;
    x = 1;
  }
  //= x_ w {}
  void pointer() {
    int* x;
    x = &x_;
    *x = 1;
  }
  //= x_ w {}, y_ w {}
  void either(bool first) { *(first ? &x_ : &y_) = 1; }
  //= x_ w {}
  void by_reference() { set(x_); }
  //= x_ rw {}
  void exchanged() { std::exchange(x_, 1); }
  //= x_ rw {}, y_ rw {}
  void swapped() { std::swap(x_, y_); }
  //= items_ r {}
  int element(std::size_t i) {
    const int value = items_[i];
    return value;
  }
  //= items_ rw {}
  void element_written(std::size_t i) { items_[i] = 1; }
  //= items_ rw {}
  void pushes() { items_.push_back(1); }
  //= items_ w {}
  void clears() { items_.clear(); }
  //= items_ r {}
  int sum() {
    int sum = 0;
    for (const int each : items_) sum += each;
    return sum;
  }
  //= items_ rw {}
  void doubles() {
    for (int& each : items_) each *= 2;
  }
  //= items_ r {}
  bool finds(int n) { return std::find(items_.begin(), items_.end(), n) != items_.end(); }
  //= items_ rw {}
  void sorts() { std::sort(items_.begin(), items_.end()); }
  //= items_ rw {}
  void iterator() {
    auto place = items_.begin();
    *place = 1;
  }
  //= items_ rw {}, x_ r {}
  void algorithm_with_lambda() {
    std::for_each(items_.begin(), items_.end(), [this](int& each) { each = x_; });
  }
  //= x_ w {}
  void lambda() {
    const auto set_it = [&] { x_ = 1; };
    set_it();
  }
  //= map_ r {}
  bool looks_up(int key) const { return map_.contains(key); }
  //= map_ rw {}
  void through_find(int key) {
    const auto entry = map_.find(key);
    if (entry != map_.end()) entry->second.push_back('x');
  }
  //= map_ rw {}
  void binding() {
    for (auto& [key, value] : map_) value.clear();
  }
  //= map_ rw {}
  void inserts(int key) {
    auto [place, is_new] = map_.try_emplace(key, "");
    place->second = "y";
  }
  //= array_ w {}
  void raw_array(int i) { array_[i] = 1; }
  //= counter_ rwa {}
  void atomic_increment() { counter_.fetch_add(1); }
  //= counter_ ra {}
  int atomic_load() const { return counter_; }
  //= counter_ wa {}
  void atomic_store() { counter_.store(1); }
  //= x_ rwa {}
  void atomic_builtin() { __atomic_fetch_add(&x_, 1, __ATOMIC_SEQ_CST); }
  //= head_ rw {}
  void push_front(int n) {
    Node* node = new Node{n, nullptr};
    node->next = head_;
    head_ = node;
  }
  //= head_ rw {}, Node::next w {}
  void links_too_late(int n) {
    Node* node = new Node{n, nullptr};
    Node* old = head_;
    head_ = node;
    node->next = old;
  }
  //= head_ r {}, Node::value r {}, Node::next r {}
  int sum_of_nodes() const {
    int sum = 0;
    for (const Node* node = head_; node != nullptr; node = node->next) sum += node->value;
    return sum;
  }
  //= optional_ rw {}
  void optional_value() { *optional_ = 1; }
  //= headers::everybodys_number rw {}
  void global() { ++everybodys_number; }
  //= headers::Fields::shared_ rw {}
  static void of_the_class() { ++shared_; }
  //= x_ r {}, y_ w {}; another instance
  void another(const Fields& other) { y_ = other.x_; }
  //= x_ rw {}; 1 not seen
  void body_elsewhere() { somewhere_else(x_); }
  //= function_ r {}; 1 not seen; callback
  void stored_function() { function_(); }
  //= {}; 1 not seen; callback
  void given_function(void (*function)()) { function(); }
  //= x_ rw {}; 1 not seen
  int& gives_away() { return x_; }
  //= x_ w {}, y_ w {}
  void handles_exceptions() {
    try {
      x_ = std::stoi("1");
    } catch (...) {
      y_ = 1;
    }
  }
  //= x_ rw {}; 1 not seen
  void hands_on() { std::thread(&Fields::helper_2, this).join(); }
  //= function_ w {}, x_ rw {}; 1 not seen
  void keeps_a_function() {
    function_ = [this] { ++x_; };
  }
  //= array_ rw {}
  void copies_memory(const int* from) { std::memcpy(array_, from, sizeof array_); }
  //= {}; 1 not seen
  void body_not_here();

 protected:
  void overridden() override { x_ = 1; }

 private:
  struct Node {
    int value;
    Node* next;
  };

  void helper_1() { helper_2(); }
  void helper_2() { ++x_; }
  void recursive(int n) {
    if (n > y_) recursive(n - 1);
    ++x_;
  }
  static void set(int& number) { number = 1; }

  int x_ = 0;
  int y_ = 0;
  int array_[4] = {};
  Inner inner_;
  std::vector<int> items_;
  std::map<int, std::string> map_;
  std::atomic<int> counter_ = 0;
  std::optional<int> optional_;
  std::function<void()> function_;
  Node* head_ = nullptr;
  static inline int shared_ = 0;
};

}  // namespace headers
