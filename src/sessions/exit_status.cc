#include "sessions/exit_status.h"

#include <unistd.h>
#include <algorithm>
#include <cstdio>

#include "report/model/text.h"

namespace heddle::sessions {

int complain(ExitStatus status, const std::string& message) {
  std::fflush(stdout);
  // Each line of it, so that what was made for two stays two.
  std::string text = "heddle: " + message;
  if (text.ends_with('\n')) text.pop_back();
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    // What is indented is to be copied, and what nobody looks at is to be searched.
    const bool as_it_is = line.starts_with("  ") || isatty(STDERR_FILENO) == 0;
    std::fputs((as_it_is ? line + "\n" : report::wrapped(line, 0, 2)).c_str(), stderr);
    start = end + 1;
  }
  return status;
}

}  // namespace heddle::sessions
