// A thread is named by its path of creation: main, main.0 (the first thread that main creates), main.0.1, ...
// The name is the same in every execution in which the thread is created at the same place in its creator's
// order.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

#include "event/hash.h"

namespace heddle {

inline constexpr std::string_view kMainThreadName = "main";

inline std::string child_name(std::string_view creator, unsigned ordinal) {
  return std::string(creator) + "." + std::to_string(ordinal);
}

// Whether the name is that.
inline bool is_child_name(std::string_view name, std::string_view creator, unsigned ordinal) {
  if (name.size() <= creator.size() + 1 || !name.starts_with(creator) || name[creator.size()] != '.')
    return false;
  unsigned number = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, error] = std::from_chars(name.data() + creator.size() + 1, end, number);
  return error == std::errc() && rest == end && number == ordinal;
}

inline std::uint64_t name_hash(std::string_view thread_name) {
  return hash_text(thread_name);
}

}  // namespace heddle
