#include "sessions/exit_status.h"

#include <unistd.h>
#include <algorithm>
#include <cstdio>

#include "report/model/text.h"

namespace heddle::sessions {

int complain(ExitStatus status, const std::string& message) {
  std::fflush(stdout);
  const std::string text = "heddle: " + message;
  // A line each where programs read them; people get lines that fit. What is indented is to be copied.
  const bool is_for_people = isatty(STDERR_FILENO) != 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    const bool as_it_is = !is_for_people || line.starts_with("  ");
    std::fputs((as_it_is ? line + "\n" : report::wrapped(line, 0, 2)).c_str(), stderr);
    start = end + 1;
  }
  return status;
}

}  // namespace heddle::sessions
