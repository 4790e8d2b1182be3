// `heddle cc` and `heddle c++`: gcc and g++ (or clang and clang++) with Heddle's instrumentation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/compiler.h"
#include "compile/plan.h"
#include "event/result.h"

namespace heddle::compile {

struct Request {
  Driver driver = Driver::kCxx;
  std::vector<std::string> arguments;  // what followed `heddle c++`
  ToolPaths tools;
};

// What `--heddle-flags=compile` and `--heddle-flags=link` ask for; nullopt where the arguments ask for
// nothing of the kind.
std::optional<Result<std::vector<std::string>>> answer_flags_question(const Request& request);

// Where the wrapper's own words go. The compiler writes to this process's standard streams itself.
class Messages {
 public:
  virtual ~Messages() = default;
  // One complete line without its end, e.g. "heddle: note: -flto left out: ...".
  virtual void line(std::string_view text) = 0;
};

// Returns the status to exit with: the compiler's own (128 + N if signal N ended it); 2 if the command was
// refused, or no compiler found; 1 if an object lost its instrumentation. An interrupted command (Ctrl-C)
// does not return: its temporary files are removed and this process ends by the same signal.
int run_compiler(const Request& request, Messages& messages);

}  // namespace heddle::compile
