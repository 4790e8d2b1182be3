// What a test framework printed about the assertion that failed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::host {

struct FrameworkMessage {
  std::string file;  // as the framework knows it; empty: it does not
  int line = 0;
  std::string text;  // its words, several lines

  // The words on one line.
  std::string brief() const;
};

// The first failure that GoogleTest, Catch2, doctest or Boost.Test tells of in a program's output.
std::optional<FrameworkMessage> framework_message(std::string_view output);

}  // namespace heddle::host
