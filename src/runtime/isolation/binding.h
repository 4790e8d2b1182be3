// Functions that the dynamic linker would look up at their first call.
#pragma once

namespace heddle::runtime {

// Looks all of them up now. An execution starts from the state before its first call, so each one would look
// up again what the libraries bind lazily (libstdc++ does), and write to their tables.
void bind_lazy_functions();

}  // namespace heddle::runtime
