// A stack of our own for signal handlers: the thread's may have overflowed.
#pragma once

namespace heddle::runtime {

// In each kernel thread.
void use_alternate_stack();

}  // namespace heddle::runtime
