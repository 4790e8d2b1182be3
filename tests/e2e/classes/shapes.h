// Classes whose methods are templates of all sorts. Each has a bug, `Name<false>`, and a repaired twin,
// `Name<true>`: where the twin holds its lock all the time, the other one lets it go in between.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shapes {

using Lock = std::unique_lock<std::mutex>;

// Others may come between what is before a gap and what is behind it.
template <bool kIsRight>
void gap(Lock& lock) {
  if constexpr (!kIsRight) {
    lock.unlock();
    lock.lock();
  }
}

// A pack of arguments that a value is made from.
template <bool kIsRight>
class EmplaceStack {
 public:
  using value_type = std::pair<int, int>;

  template <typename... Args>
  bool emplace(Args&&... args) {
    Lock lock(mutex_);
    if (values_.size() == 1) return false;
    gap<kIsRight>(lock);
    values_.emplace_back(std::forward<Args>(args)...);
    return true;
  }
  std::size_t size() const {
    Lock lock(mutex_);
    return values_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<value_type> values_;
};

// A function that changes a value.
template <bool kIsRight>
class UpdateMap {
 public:
  using key_type = int;
  using mapped_type = int;

  void insert(int key, int value) {
    Lock lock(mutex_);
    values_[key] = value;
  }
  template <typename K, typename F>
  bool update_fn(const K& key, F fn) {
    Lock lock(mutex_);
    const auto found = values_.find(key);
    if (found == values_.end()) return false;
    int value = found->second;
    gap<kIsRight>(lock);
    fn(value);
    values_[key] = value;
    return true;
  }
  template <typename K>
  std::optional<int> find(const K& key) const {
    Lock lock(mutex_);
    const auto found = values_.find(key);
    return found == values_.end() ? std::nullopt : std::optional<int>(found->second);
  }

 private:
  mutable std::mutex mutex_;
  std::map<int, int> values_;
};

// Iterators to values and to places, with a number.
template <bool kIsRight>
class BulkQueue {
 public:
  using value_type = int;

  template <typename It>
  void enqueue_bulk(It first, std::size_t count) {
    Lock lock(mutex_);
    for (; count != 0; --count, ++first) {
      values_.push_back(*first);
      gap<kIsRight>(lock);
    }
  }
  template <typename It>
  std::size_t try_dequeue_bulk(It first, std::size_t max) {
    Lock lock(mutex_);
    const std::size_t count = std::min(max, values_.size());
    std::copy_n(values_.begin(), count, first);
    values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_;
};

// A pair of iterators.
template <bool kIsRight>
class RangeList {
 public:
  using value_type = int;

  template <typename Iterator>
  void append(Iterator first, Iterator last) {
    Lock lock(mutex_);
    for (; first != last; ++first) {
      gap<kIsRight>(lock);
      values_.push_back(*first);
    }
  }
  std::vector<int> values() const {
    Lock lock(mutex_);
    return values_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> values_;
};

// Perfect forwarding.
template <bool kIsRight>
class ForwardingBox {
 public:
  using value_type = std::string;

  template <typename U>
  std::string exchange(U&& value) {
    Lock lock(mutex_);
    std::string old = value_;
    gap<kIsRight>(lock);
    value_ = std::forward<U>(value);
    return old;
  }

 private:
  std::mutex mutex_;
  std::string value_;
};

// A function that is called at most once; answers by an enumerator.
template <bool kIsRight>
class Once {
 public:
  enum class Answer { kRan, kBusy };

  template <typename Function>
  Answer run(Function&& function) {
    Lock lock(mutex_);
    if (is_done_) return Answer::kBusy;
    gap<kIsRight>(lock);
    std::forward<Function>(function)();
    is_done_ = true;
    return Answer::kRan;
  }

 private:
  std::mutex mutex_;
  bool is_done_ = false;
};

// A function that makes a value, and one that says which to remove.
template <bool kIsRight>
class Cache {
 public:
  using key_type = int;
  using mapped_type = int;

  template <typename K, typename Factory>
  std::pair<int, bool> get_or_create(K key, Factory factory) {
    Lock lock(mutex_);
    const auto found = values_.find(key);
    if (found != values_.end()) return {found->second, false};
    gap<kIsRight>(lock);
    const int value = factory();
    values_[key] = value;
    return {value, true};
  }
  template <typename K>
  bool erase(const K& key) {
    Lock lock(mutex_);
    return values_.erase(key) != 0;
  }

 private:
  std::mutex mutex_;
  std::map<int, int> values_;
};

// An output parameter of any type.
template <bool kIsRight>
class OutputQueue {
 public:
  using value_type = int;

  void push(int value) {
    Lock lock(mutex_);
    values_.push_back(value);
  }
  template <typename U>
  bool try_pop(U& item) {
    Lock lock(mutex_);
    if (values_.empty()) return false;
    item = values_.front();
    gap<kIsRight>(lock);
    if (!values_.empty()) values_.erase(values_.begin());
    return true;
  }

 private:
  std::mutex mutex_;
  std::vector<int> values_;
};

// Raw pointers that are kept.
struct Node {
  Node* next = nullptr;
};
template <bool kIsRight>
class Registry {
 public:
  bool attach(Node* node) {
    Lock lock(mutex_);
    if (std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end()) return false;
    gap<kIsRight>(lock);
    node->next = nodes_.empty() ? nullptr : nodes_.back();
    nodes_.push_back(node);
    return true;
  }
  Node* newest() const {
    Lock lock(mutex_);
    return nodes_.empty() ? nullptr : nodes_.back();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Node*> nodes_;
};

// Values that can only be moved.
template <bool kIsRight>
class MoveOnlyQueue {
 public:
  using value_type = std::unique_ptr<int>;

  template <typename U>
  bool push(U&& value) {
    Lock lock(mutex_);
    if (values_.size() == 1) return false;
    gap<kIsRight>(lock);
    values_.push_back(std::forward<U>(value));
    return true;
  }
  std::unique_ptr<int> pop() {
    Lock lock(mutex_);
    if (values_.empty()) return nullptr;
    std::unique_ptr<int> value = std::move(values_.front());
    values_.erase(values_.begin());
    return value;
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<int>> values_;
};

// A time of any unit.
template <bool kIsRight>
class Ticket {
 public:
  void post() {
    Lock lock(mutex_);
    ++count_;
    posted_.notify_one();
  }
  template <typename Rep, typename Period>
  bool wait_for(const std::chrono::duration<Rep, Period>& time) {
    Lock lock(mutex_);
    if (!posted_.wait_for(lock, time, [this] { return count_ > 0; })) return false;
    const int count = count_;
    gap<kIsRight>(lock);
    count_ = count - 1;
    return true;
  }
  int count() const {
    Lock lock(mutex_);
    return count_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable posted_;
  int count_ = 0;
};

// Texts, pairs and optional values.
template <bool kIsRight>
class Names {
 public:
  bool insert(const std::pair<std::string, int>& entry) {
    Lock lock(mutex_);
    if (numbers_.contains(entry.first)) return false;
    gap<kIsRight>(lock);
    numbers_[entry.first] = entry.second;
    return true;
  }
  std::optional<int> find(std::string_view name) const {
    Lock lock(mutex_);
    const auto found = numbers_.find(std::string(name));
    return found == numbers_.end() ? std::nullopt : std::optional<int>(found->second);
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, int> numbers_;
};

// A template argument that no call tells.
template <bool kIsRight>
class Counter {
 public:
  template <int kStep>
  int add() {
    Lock lock(mutex_);
    const int value = value_ + kStep;
    gap<kIsRight>(lock);
    return value_ = value;
  }

 private:
  std::mutex mutex_;
  int value_ = 0;
};

// Functions that look at all values.
template <bool kIsRight>
class Filtered {
 public:
  using value_type = int;

  void add(int value) {
    Lock lock(mutex_);
    values_.push_back(value);
  }
  template <typename Predicate>
  std::size_t remove_if(Predicate predicate) {
    Lock lock(mutex_);
    const auto count = static_cast<std::size_t>(std::count_if(values_.begin(), values_.end(), predicate));
    gap<kIsRight>(lock);
    values_.erase(std::remove_if(values_.begin(), values_.end(), predicate), values_.end());
    return count;
  }
  std::size_t size() const {
    Lock lock(mutex_);
    return values_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> values_;
};

// A constructor that takes anything, and a comparison of any kind.
template <bool kIsRight>
class Largest {
 public:
  using value_type = int;

  template <typename... Args>
  explicit Largest(Args&&... args) : value_(std::forward<Args>(args)...) {}

  template <typename Compare>
  bool offer(int value, Compare compare) {
    Lock lock(mutex_);
    if (!compare(value_, value)) return false;
    const int before = value_;
    gap<kIsRight>(lock);
    value_ = before + value;
    return true;
  }
  int value() const {
    Lock lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  int value_ = 0;
};

}  // namespace shapes
