// Writes and compiles the program that runs the tests of a class. Methods that a program cannot call after
// all (a template whose body does not fit, say) are found out by the compiler, and left out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "classes/operations.h"
#include "event/result.h"

namespace heddle::classes {

// Of what the compiler does not like.
enum class MayLeaveOut { kNothing, kMethods };

struct DriverPlan {
  std::string source;  // NAME.cpp, with its folder
  std::string program;
  std::vector<std::string> includes;  // SourceOptions::includes
  std::vector<std::string> flags;     // for the compiler
  MayLeaveOut may_leave_out = MayLeaveOut::kMethods;
};

// What the compiler says of a source that is to become a program; empty: the program is there. The error says
// that there is no compiler to ask.
using Compile = std::function<Result<std::string>(const std::string& source, const std::string& program,
                                                  const std::vector<std::string>& flags)>;

// Whether the linker complains of an undefined symbol.
bool lacks_definitions(const std::string& compiler_words);

// The same for the driver, after a few attempts; `operations` are then those that it has. Each attempt leaves
// out what the compiler complained about in the former.
Result<std::string> build_driver(const DriverPlan& plan, Operations& operations, const Compile& compile);

}  // namespace heddle::classes
