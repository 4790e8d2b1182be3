// What a loaded module defines, read from its own tables: dlsym itself is interposed, and has to be found
// before it can be called.
#pragma once

#include <link.h>

namespace heddle::runtime {

// The default version of a function or variable that the module gives to others; null: none.
void* find_definition(const link_map& module, const char* name);

// This library.
const link_map& own_module();
// The first definition in a module that was loaded after this library.
void* next_definition(const char* name);

}  // namespace heddle::runtime
