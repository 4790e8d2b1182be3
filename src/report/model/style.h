// Colours, where the reader's terminal has them and wants them; plain text everywhere else.
#pragma once

#include <string>
#include <string_view>

namespace heddle::report {

struct Style {
  bool colour = false;

  std::string bold(std::string_view text) const { return dressed("1", text); }
  std::string red(std::string_view text) const { return dressed("1;31", text); }
  std::string green(std::string_view text) const { return dressed("1;32", text); }
  std::string yellow(std::string_view text) const { return dressed("33", text); }
  std::string dim(std::string_view text) const { return dressed("2", text); }

 private:
  std::string dressed(std::string_view code, std::string_view text) const {
    if (!colour || text.empty()) return std::string(text);
    std::string result = "\033[";
    return result.append(code).append("m").append(text).append("\033[0m");
  }
};

}  // namespace heddle::report
