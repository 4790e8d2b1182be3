// System calls about threads that libc has no functions for.
#pragma once

namespace heddle::runtime {

// sched_getattr and sched_setattr of a thread of the program: answered by what is kept for it, because the
// kernel does not know its number. False: another call, or about another process. `error` is 0 or an error
// number.
bool answer_about_thread(long number, const long* arguments, int& error);

}  // namespace heddle::runtime
