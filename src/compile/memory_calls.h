// What makes g++ leave calls of memcpy and its relatives calls, which Heddle sees: it would expand many of them in line
// after the hooks have been put in.
#pragma once

#include <string>
#include <vector>

namespace heddle::compile {

std::vector<std::string> gcc_memory_call_flags();

}  // namespace heddle::compile
