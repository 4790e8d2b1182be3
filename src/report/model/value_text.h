// What a variable held, as its author would write it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::report {

// `bits`: the bytes as a number; `type`: as debug information names it, may be empty.
std::string value_text(std::uint64_t bits, unsigned size, std::string_view type);

// The type that a pointer of this type points to, "Node" for "std::atomic<const Node *>"; empty: it is no
// pointer.
std::string_view pointee_type(std::string_view type);
// Whether it may be one: its type is not known, or a class of eight bytes.
bool may_be_pointer(std::string_view type);

}  // namespace heddle::report
