// cache4j, a cache of objects that several threads use. The cache has a lock, and so has each object in it,
// the statistics, and the order in which objects are evicted.
// Bug: put() looks the object up, gives the cache's lock back and then stores the value. Fails when another
// thread removes the object in between: the value is in no cache, and the memory that it takes is counted for
// ever.
// What is called from several places is never inlined: a lock statement is one place in the program.
#include <cassert>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/fixed.h"

using namespace subjects;

class CacheObject {
 public:
  // How much more memory is used than before.
  int set(std::string value) {
    std::lock_guard lock(mutex_);
    const int before = std::exchange(memory_, static_cast<int>(value.size()));
    value_ = std::move(value);
    recently_used_ = true;
    return memory_ - before;
  }
  std::optional<std::string> get() {
    std::lock_guard lock(mutex_);
    recently_used_ = true;
    return value_;
  }
  [[gnu::noinline]] int reset() {
    std::lock_guard lock(mutex_);
    value_.reset();
    return std::exchange(memory_, 0);
  }
  int memory() const {
    std::lock_guard lock(mutex_);
    return memory_;
  }
  // Whether nobody has used it since the last time.
  bool is_idle() {
    std::lock_guard lock(mutex_);
    return !std::exchange(recently_used_, false);
  }

 private:
  mutable std::mutex mutex_;
  std::optional<std::string> value_;
  int memory_ = 0;
  bool recently_used_ = false;
};

class CacheInfo {
 public:
  void count_put() {
    std::lock_guard lock(mutex_);
    ++puts_;
  }
  void count_hit() {
    std::lock_guard lock(mutex_);
    ++hits_;
  }
  void count_miss() {
    std::lock_guard lock(mutex_);
    ++misses_;
  }
  void count_removal() {
    std::lock_guard lock(mutex_);
    ++removals_;
  }
  [[gnu::noinline]] void add_memory(int difference) {
    std::lock_guard lock(mutex_);
    memory_ += difference;
  }
  [[gnu::noinline]] int memory() const {
    std::lock_guard lock(mutex_);
    return memory_;
  }
  int requests() const {
    std::lock_guard lock(mutex_);
    return puts_ + hits_ + misses_ + removals_;
  }

 private:
  mutable std::mutex mutex_;
  int puts_ = 0, hits_ = 0, misses_ = 0, removals_ = 0, memory_ = 0;
};

// Least recently used first.
class EvictionAlgorithm {
 public:
  [[gnu::noinline]] void touch(int id) {
    std::lock_guard lock(mutex_);
    ids_.remove(id);
    ids_.push_back(id);
  }
  void forget(int id) {
    std::lock_guard lock(mutex_);
    ids_.remove(id);
  }
  std::optional<int> take_oldest() {
    std::lock_guard lock(mutex_);
    if (ids_.empty()) return std::nullopt;
    const int oldest = ids_.front();
    ids_.pop_front();
    return oldest;
  }

 private:
  std::mutex mutex_;
  std::list<int> ids_;
};

class Cache {
 public:
  void put(int id, std::string value) {
    {
      std::unique_lock lock(mutex_);
      std::shared_ptr<CacheObject>& place = objects_[id];
      if (place == nullptr) place = std::make_shared<CacheObject>();
      const std::shared_ptr<CacheObject> object = place;
      if (!kFixed) lock.unlock();
      eviction_.touch(id);
      info_.add_memory(object->set(std::move(value)));
    }
    info_.count_put();
    if (info_.memory() > max_memory()) evict();
  }

  std::optional<std::string> get(int id) {
    const std::shared_ptr<CacheObject> object = find(id);
    std::optional<std::string> value;
    if (object != nullptr) value = object->get();
    if (!value) {
      info_.count_miss();
      return std::nullopt;
    }
    info_.count_hit();
    eviction_.touch(id);
    return value;
  }

  bool remove(int id) {
    const std::shared_ptr<CacheObject> object = take(id);
    if (object == nullptr) return false;
    info_.add_memory(-object->reset());
    info_.count_removal();
    eviction_.forget(id);
    return true;
  }

  void clear() {
    std::unique_lock lock(mutex_);
    const Objects removed = std::exchange(objects_, {});
    lock.unlock();
    for (const auto& [id, object] : removed) info_.add_memory(-object->reset());
  }

  // Removes what nobody has used since the last time.
  void clean() {
    std::unique_lock lock(mutex_);
    const Objects objects = objects_;
    lock.unlock();
    for (const auto& [id, object] : objects) {
      if (object->is_idle()) remove(id);
    }
  }

  bool contains(int id) const {
    std::lock_guard lock(mutex_);
    return objects_.contains(id);
  }
  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return objects_.size();
  }
  std::vector<int> ids() const {
    std::lock_guard lock(mutex_);
    std::vector<int> ids;
    for (const auto& entry : objects_) ids.push_back(entry.first);
    return ids;
  }
  int max_memory() const {
    std::lock_guard lock(mutex_);
    return max_memory_;
  }
  void set_max_memory(int memory) {
    std::lock_guard lock(mutex_);
    max_memory_ = memory;
  }
  const CacheInfo& info() const { return info_; }

  // Whether the memory of all objects is what the statistics say.
  bool is_consistent() const {
    std::lock_guard lock(mutex_);
    int memory = 0;
    for (const auto& [id, object] : objects_) memory += object->memory();
    return memory == info_.memory();
  }

 private:
  using Objects = std::map<int, std::shared_ptr<CacheObject>>;

  std::shared_ptr<CacheObject> find(int id) const {
    std::lock_guard lock(mutex_);
    const auto entry = objects_.find(id);
    return entry == objects_.end() ? nullptr : entry->second;
  }
  std::shared_ptr<CacheObject> take(int id) {
    std::lock_guard lock(mutex_);
    auto node = objects_.extract(id);
    return node.empty() ? nullptr : std::move(node.mapped());
  }
  void evict() {
    if (const std::optional<int> oldest = eviction_.take_oldest()) remove(*oldest);
  }

  mutable std::mutex mutex_;
  Objects objects_;
  int max_memory_ = 12;
  CacheInfo info_;
  EvictionAlgorithm eviction_;
};

constexpr int kIds = 5;

void add_objects(Cache& cache, int id) {
  cache.put(id, "abc");
  cache.get((id + 1) % kIds);
  cache.size();
  cache.put((id + 2) % kIds, "defg");
  cache.get(id);
  cache.info().requests();
}

void remove_objects(Cache& cache, int id) {
  if (cache.contains(id)) cache.remove(id);
  cache.clean();
  cache.ids();
  cache.remove((id + 2) % kIds);
  cache.set_max_memory(8);
}

int main() {
  Cache cache;
  std::vector<std::thread> threads;
  for (int id = 0; id < kIds; ++id) {
    threads.emplace_back(add_objects, std::ref(cache), id);
    threads.emplace_back(remove_objects, std::ref(cache), id);
  }
  for (std::thread& thread : threads) thread.join();
  assert(cache.is_consistent());
  cache.clear();
}
