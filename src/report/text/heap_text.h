// A wrong use of heap memory in words: what was done to which block, and who allocated and freed it.
#pragma once

#include <string>
#include <string_view>

#include "report/model/failure_names.h"
#include "report/model/style.h"

namespace heddle::report {

// "use-after-free", for machines.
std::string_view heap_error_id(HeapErrorKind kind);

std::string heap_headline(const FailureNames& names);
std::string heap_text(const FailureNames& names, const Style& style);
// "use after free", for a cell of a table.
std::string heap_error_name(const HeapError& error);

}  // namespace heddle::report
