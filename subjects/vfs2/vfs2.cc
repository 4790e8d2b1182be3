// Commons VFS 2, a virtual file system. A manager knows the file systems, a file system keeps the contents
// of its files, a cache has the file objects and counts who uses them, and each file object has a lock. Locks
// are taken in this order: file object, file system, cache.
// Bug: the cache drops unused files and tells the file system while it still has its own lock. Deadlocks with
// a thread that resolves a file: that has the file system's lock and asks the cache.
// What is called from several places is never inlined: a lock statement is one place in the program.
#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
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

class FileObject;
class FileSystem;

class FilesCache {
 public:
  std::shared_ptr<FileObject> acquire(const std::string& name) {
    std::lock_guard lock(mutex_);
    const auto entry = files_.find(name);
    if (entry == files_.end()) return nullptr;
    ++entry->second.users;
    return entry->second.file;
  }
  void add(const std::string& name, std::shared_ptr<FileObject> file) {
    std::lock_guard lock(mutex_);
    files_[name] = {.file = std::move(file), .users = 1};
  }
  [[gnu::noinline]] void release(const std::string& name) {
    std::lock_guard lock(mutex_);
    --files_.at(name).users;
  }
  void drop_unused(FileSystem& file_system);

  [[gnu::noinline]] std::size_t size() const {
    std::lock_guard lock(mutex_);
    return files_.size();
  }
  std::size_t users(const std::string& name) const {
    std::lock_guard lock(mutex_);
    const auto entry = files_.find(name);
    return entry == files_.end() ? 0 : entry->second.users;
  }
  std::vector<std::string> names() const {
    std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const auto& entry : files_) names.push_back(entry.first);
    return names;
  }

 private:
  struct Entry {
    std::shared_ptr<FileObject> file;
    std::size_t users = 0;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Entry> files_;
};

class FileSystem {
 public:
  std::shared_ptr<FileObject> resolve(const std::string& name);
  void files_dropped(std::size_t count) {
    std::lock_guard lock(mutex_);
    file_objects_ -= count;
  }
  std::size_t file_objects() const {
    std::lock_guard lock(mutex_);
    return file_objects_;
  }

  [[gnu::noinline]] std::optional<std::string> load(const std::string& name) const {
    std::lock_guard lock(mutex_);
    const auto content = contents_.find(name);
    return content == contents_.end() ? std::nullopt : std::optional(content->second);
  }
  void store(const std::string& name, const std::string& content) {
    std::lock_guard lock(mutex_);
    contents_[name] = content;
  }
  void erase(const std::string& name) {
    std::lock_guard lock(mutex_);
    contents_.erase(name);
  }
  void move(const std::string& from, const std::string& to) {
    std::lock_guard lock(mutex_);
    auto node = contents_.extract(from);
    if (!node.empty()) contents_[to] = std::move(node.mapped());
  }
  std::vector<std::string> list() const {
    std::lock_guard lock(mutex_);
    std::vector<std::string> names;
    for (const auto& content : contents_) names.push_back(content.first);
    return names;
  }

  void stream_opened() {
    std::lock_guard lock(mutex_);
    ++open_streams_;
  }
  void stream_closed() {
    std::lock_guard lock(mutex_);
    --open_streams_;
  }
  bool is_open() const {
    std::lock_guard lock(mutex_);
    return open_streams_ > 0;
  }
  FilesCache& cache() { return cache_; }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::string> contents_;
  FilesCache cache_;
  std::size_t file_objects_ = 0, open_streams_ = 0;
};

class FileObject {
 public:
  FileObject(FileSystem& file_system, std::string name) : file_system_(file_system), name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  [[gnu::noinline]] void open() {
    std::lock_guard lock(mutex_);
    ++streams_;
    file_system_.stream_opened();
  }
  [[gnu::noinline]] void close() {
    std::lock_guard lock(mutex_);
    --streams_;
    file_system_.stream_closed();
  }
  bool is_open() const {
    std::lock_guard lock(mutex_);
    return streams_ > 0;
  }
  bool exists() const {
    std::lock_guard lock(mutex_);
    return content_ || file_system_.load(name_);
  }
  std::string read() {
    std::lock_guard lock(mutex_);
    if (!content_) content_ = file_system_.load(name_);
    return content_.value_or("");
  }
  void write(const std::string& content) {
    std::lock_guard lock(mutex_);
    content_ = content;
    file_system_.store(name_, content);
  }
  void refresh() {
    std::lock_guard lock(mutex_);
    content_.reset();
  }
  void remove() {
    std::lock_guard lock(mutex_);
    content_.reset();
    file_system_.erase(name_);
  }
  void rename_to(FileObject& target) {
    const auto [first, second] =
        std::minmax({this, &target}, [](auto* a, auto* b) { return a->name_ < b->name_; });
    std::lock_guard lock(first->mutex_);
    std::lock_guard other_lock(second->mutex_);
    content_.reset();
    target.content_.reset();
    file_system_.move(name_, target.name_);
  }

 private:
  mutable std::mutex mutex_;
  FileSystem& file_system_;
  const std::string name_;
  std::optional<std::string> content_;
  int streams_ = 0;
};

std::shared_ptr<FileObject> FileSystem::resolve(const std::string& name) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<FileObject> file = cache_.acquire(name);
  if (file == nullptr) {
    file = std::make_shared<FileObject>(*this, name);
    cache_.add(name, file);
    ++file_objects_;
  }
  return file;
}

void FilesCache::drop_unused(FileSystem& file_system) {
  std::unique_lock lock(mutex_);
  const std::size_t dropped =
      std::erase_if(files_, [](const auto& entry) { return entry.second.users == 0; });
  if (kFixed) lock.unlock();
  if (dropped > 0) file_system.files_dropped(dropped);
}

class FileSystemManager {
 public:
  void mount(const std::string& scheme, FileSystem& file_system) {
    std::lock_guard lock(mutex_);
    file_systems_[scheme] = &file_system;
  }
  [[gnu::noinline]] FileSystem& file_system(const std::string& scheme) const {
    std::lock_guard lock(mutex_);
    return *file_systems_.at(scheme);
  }
  std::size_t schemes() const {
    std::lock_guard lock(mutex_);
    return file_systems_.size();
  }

  std::shared_ptr<FileObject> resolve(const std::string& scheme, const std::string& name) const {
    return file_system(scheme).resolve(name);
  }
  void release(const std::string& scheme, const FileObject& file) const {
    file_system(scheme).cache().release(file.name());
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, FileSystem*> file_systems_;
};

const std::string kScheme = "ram";

void write_file(FileSystemManager& manager, const std::string& name) {
  const std::shared_ptr<FileObject> file = manager.resolve(kScheme, name);
  file->open();
  file->write(name);
  file->close();
  file->refresh();
  manager.release(kScheme, *file);
}

void read_file(FileSystemManager& manager, const std::string& name) {
  const std::shared_ptr<FileObject> file = manager.resolve(kScheme, name);
  file->open();
  if (file->is_open() && file->exists()) file->read();
  file->close();
  manager.release(kScheme, *file);
  manager.file_system(kScheme).list();
}

void rename_file(FileSystemManager& manager, const std::string& from, const std::string& to) {
  const std::shared_ptr<FileObject> source = manager.resolve(kScheme, from);
  const std::shared_ptr<FileObject> target = manager.resolve(kScheme, to);
  source->rename_to(*target);
  target->remove();
  manager.release(kScheme, *source);
  manager.release(kScheme, *target);
}

void inspect(FileSystemManager& manager) {
  FileSystem& file_system = manager.file_system(kScheme);
  FilesCache& cache = file_system.cache();
  cache.names();
  cache.users("a");
  cache.size();
  file_system.is_open();
  manager.schemes();
}

void drop_unused(FileSystemManager& manager) {
  FileSystem& file_system = manager.file_system(kScheme);
  file_system.cache().drop_unused(file_system);
}

int main() {
  FileSystem file_system;
  FileSystemManager manager;
  manager.mount(kScheme, file_system);
  const std::vector<std::function<void()>> bodies = {
      [&] {
        write_file(manager, "a");
        read_file(manager, "b");
      },
      [&] {
        read_file(manager, "a");
        write_file(manager, "b");
      },
      [&] {
        rename_file(manager, "a", "b");
        read_file(manager, "b");
      },
      [&] {
        rename_file(manager, "b", "a");
        write_file(manager, "a");
      },
      [&] {
        read_file(manager, "a");
        write_file(manager, "b");
        inspect(manager);
      },
      [&] {
        write_file(manager, "b");
        read_file(manager, "a");
        drop_unused(manager);
        inspect(manager);
      },
  };
  std::vector<std::thread> threads;
  for (const std::function<void()>& body : bodies) threads.emplace_back(body);
  for (std::thread& thread : threads) thread.join();
  assert(file_system.file_objects() == file_system.cache().size());
}
