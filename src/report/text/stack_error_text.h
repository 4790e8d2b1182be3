// A use of a stack frame that is gone in words: what was done to which variable, and whose frame it was.
#pragma once

#include <string>
#include <string_view>

#include "report/model/failure_names.h"
#include "report/model/style.h"

namespace heddle::report {

// "use-after-return" or "use-after-thread-end", for machines.
std::string_view stack_error_id(StackErrorKind kind);
// "use after return", for a cell of a table.
std::string stack_error_name(const StackError& error);
// The function whose frame it was; empty if that is not known.
std::string frame_function(const FailureNames& names);

std::string stack_error_headline(const FailureNames& names);
std::string stack_error_text(const FailureNames& names, const Style& style);

}  // namespace heddle::report
