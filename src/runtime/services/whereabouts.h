// A question that an execution can be asked from outside, wherever it is: which thread runs, and where is it?
#pragma once

namespace heddle::runtime {

// The signal that asks. glibc keeps it to itself (for cancelling threads, which is interposed): programs can
// neither handle nor block it by libc's functions.
inline constexpr int kQuestion = 32;

// In the explorer, after the crash handlers; processes that are forked inherit it.
void answer_questions();

}  // namespace heddle::runtime
