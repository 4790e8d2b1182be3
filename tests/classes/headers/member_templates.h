// Member templates of all sorts.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

namespace headers {

template <typename Key>
class Table {
 public:
  using key_type = Key;
  using mapped_type = long;

  template <typename K, typename V>
  void put(K&& key, V&& value) {
    std::lock_guard<std::mutex> lock(mutex_);
    values_.insert_or_assign(std::forward<K>(key), std::forward<V>(value));
  }
  template <typename K, typename F>
  void update(const K& key, F function) {
    std::lock_guard<std::mutex> lock(mutex_);
    function(values_[key]);
  }
  template <typename Predicate>
  std::size_t erase_if(Predicate predicate) {
    std::lock_guard<std::mutex> lock(mutex_);
    return std::erase_if(values_, [&](const auto& each) -> bool { return predicate(each.second); });
  }
  template <typename... Args>
  void emplace(Args&&... args) {
    std::lock_guard<std::mutex> lock(mutex_);
    values_.emplace(std::forward<Args>(args)...);
  }
  template <typename It>
  void put_bulk(It first, std::size_t count) {
    for (; count != 0; --count) put(Key(count), long(*first++));
  }
  template <typename It>
  std::size_t take_bulk(It first, std::size_t max) {
    std::size_t count = 0;
    for (; count != max; ++count) *first++ = long(count);
    return count;
  }
  template <typename Iterator>
  void put_range(Iterator first, Iterator last) {
    for (; first != last; ++first) put(Key(), long(*first));
  }
  template <int kStep>
  int step() {
    return kStep;
  }
  template <typename T>
  void impossible(T value) {
    value.there_is_no_such_thing();
  }

 private:
  std::mutex mutex_;
  std::map<Key, long> values_;
};

}  // namespace headers
