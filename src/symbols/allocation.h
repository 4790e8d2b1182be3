// What a line of source allocates, as far as it says so itself: debug information does not tell what kind of
// object a block of the heap holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle::symbols {

struct Allocation {
  std::string type;        // "Node", "shop::Order<int>"
  bool is_array = false;   // several of them
  bool is_shared = false;  // by std::make_shared: reference counts come first
};

// "new Node(1)", "std::make_unique<Node>(1)", "malloc(sizeof(Node))". None where there is nothing like that,
// or more than one.
std::optional<Allocation> allocation_in(std::string_view line);

// 0 if it is no arithmetic type.
uint64_t size_of_arithmetic(std::string_view type);

}  // namespace heddle::symbols
