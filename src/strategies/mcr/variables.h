// Memory as variables: stretches of bytes that are always accessed as a whole. Stretches that overlap are one
// variable, which has no value that could be told.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

namespace heddle::causality {

class Variables {
 public:
  // An access: all of them have to be noted before any is looked up. `whole` is false for what is no plain
  // value: an access so long that its size is not known, or an operation on the address of a word.
  void note(std::uint64_t object, std::uint64_t offset, std::uint64_t size, bool whole);
  // How often variables that had been looked up have become others.
  std::uint64_t changes() const { return changes_; }

  struct Found {
    std::uint32_t variable = 0;
    bool is_mixed = false;
  };
  Found find(std::uint64_t object, std::uint64_t offset);
  // Mutexes, conditions and others: the memory that they lie in is another matter.
  std::uint32_t object(std::uint64_t object, std::uint64_t offset);

 private:
  struct Stretch {
    std::uint64_t end = 0;
    bool is_mixed = false;
    std::uint32_t variable = 0;  // 0: was not looked up yet
  };

  std::unordered_map<std::uint64_t, std::map<std::uint64_t, Stretch>> stretches_;  // by object, by start
  std::unordered_map<std::uint64_t, std::uint32_t> objects_;
  std::uint32_t last_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace heddle::causality
