// Thread-local storage of threads that end, and of those that take over their contexts.
#pragma once

namespace heddle::runtime {

// The thread is over: its blocks of libraries that came by dlopen are freed, as glibc does it.
void release_dynamic_thread_locals(char* thread_pointer);

// Puts the initial contents back into the thread-local storage of a context that gets another thread (libc's
// own excepted).
void reset_thread_local_storage(char* thread_pointer);

}  // namespace heddle::runtime
