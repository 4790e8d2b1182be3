// Functions of the program that hand memory on: xmalloc, Pool::allocate, a class's operator new. A block that
// one of them allocates is named by the code that called it, because they allocate everything.
#pragma once

#include <string_view>

namespace heddle {

// Of a function's name as a person reads it: "Pool::allocate", "xmalloc".
bool is_allocator_name(std::string_view name);
// Of a name in a symbol table: "_ZN4Pool8allocateEm", "xmalloc".
bool is_allocator_symbol(std::string_view symbol);

}  // namespace heddle
