// Words for a shell.
#pragma once

#include <string>

namespace heddle::host {

// As one word of a shell's command line, whatever is in it.
inline std::string shell_quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

}  // namespace heddle::host
