// Lists of names, as the compilers have many.
#pragma once

#include <algorithm>
#include <string_view>

namespace heddle::compile {

template <typename Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace heddle::compile
