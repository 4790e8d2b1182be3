// The plain properties that the largest classes have dozens of: a field, and a getter and a setter that hold
// the class's mutex_; and lists of names, in the same way. For use in a public part of a class, which goes on
// after it.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#define SUBJECTS_PROPERTY(type, name, initial) \
 public:                                       \
  type get_##name() const {                    \
    std::lock_guard lock(mutex_);              \
    return name##_;                            \
  }                                            \
  void set_##name(type value) {                \
    std::lock_guard lock(mutex_);              \
    name##_ = std::move(value);                \
  }                                            \
                                               \
 private:                                      \
  type name##_ = initial;                      \
                                               \
 public:

#define SUBJECTS_FLAG(name, initial) \
 public:                             \
  bool is_##name() const {           \
    std::lock_guard lock(mutex_);    \
    return name##_;                  \
  }                                  \
  void set_##name(bool value) {      \
    std::lock_guard lock(mutex_);    \
    name##_ = value;                 \
  }                                  \
                                     \
 private:                            \
  bool name##_ = initial;            \
                                     \
 public:

#define SUBJECTS_NAMES(names)                            \
 public:                                                 \
  void add_to_##names(const std::string& name) {         \
    std::lock_guard lock(mutex_);                        \
    names##_.push_back(name);                            \
  }                                                      \
  bool remove_from_##names(const std::string& name) {    \
    std::lock_guard lock(mutex_);                        \
    return std::erase(names##_, name) > 0;               \
  }                                                      \
  void clear_##names() {                                 \
    std::lock_guard lock(mutex_);                        \
    names##_.clear();                                    \
  }                                                      \
  std::string get_from_##names(int index) const {        \
    std::lock_guard lock(mutex_);                        \
    return names##_.at(static_cast<std::size_t>(index)); \
  }                                                      \
                                                         \
 private:                                                \
  std::vector<std::string> names##_;                     \
                                                         \
 public:
