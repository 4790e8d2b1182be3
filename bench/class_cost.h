// What `heddle class` and `heddle c++` take, beside the compiler alone. Seconds, each the least of several
// runs; negative when something fails.
#pragma once

#include <string>

namespace heddle::bench {

struct ClassCost {
  double first_test = -1;  // from the start of the command
  double tests = -1;       // a second
  double executions = -1;  // a second
};
// Tests of the queue in examples/; `tool` is a heddle.
ClassCost class_cost(const std::string& tool, unsigned tests);

// Whatever that header takes that the compiler reads and compiles alone.
double header_compilation();

// Of a file with an empty main: by `heddle c++`, by the compiler with the flags that Heddle adds, and as it
// is.
struct WrapperCost {
  double wrapped = -1;
  double with_flags = -1;
  double bare = -1;
};
WrapperCost wrapper_cost(const std::string& tool);

}  // namespace heddle::bench
