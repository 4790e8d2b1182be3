// A thread is named by its path of creation: main, main.0 (the first thread that main creates), main.0.1, ...
// The name is the same in every execution in which the thread is created at the same place in its creator's
// order.
#pragma once

#include <string>
#include <string_view>

#include "event/hash.h"

namespace heddle {

inline constexpr std::string_view kMainThreadName = "main";

inline std::string child_name(std::string_view creator, unsigned ordinal) {
  return std::string(creator) + "." + std::to_string(ordinal);
}

// Whether the name is that; without making it.
inline bool is_child_name(std::string_view name, std::string_view creator, unsigned ordinal) {
  for (; name.size() > creator.size() + 1 && name.back() == static_cast<char>('0' + ordinal % 10);
       ordinal /= 10) {
    name.remove_suffix(1);
    if (ordinal < 10) return name.back() == '.' && name.substr(0, name.size() - 1) == creator;
  }
  return false;
}

inline std::uint64_t name_hash(std::string_view thread_name) {
  return hash_text(thread_name);
}

}  // namespace heddle
