#include "sessions/exit_status.h"

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
    // What is indented is to be copied.
    std::fputs(line.starts_with("  ") ? (line + "\n").c_str() : report::wrapped(line, 0, 2).c_str(), stderr);
    start = end + 1;
  }
  return status;
}

}  // namespace heddle::sessions
