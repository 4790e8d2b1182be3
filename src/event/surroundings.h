// What every execution of a program is given beside its arguments and its input.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

struct Surroundings {
  bool fresh_folder = false;    // each runs in a folder of its own: empty, or ...
  std::string folder_template;  // ... a copy of this one, seen from where `heddle` was called
  std::string driver;           // the command of a client that runs beside it; empty: none

  bool are_any() const { return fresh_folder || !driver.empty(); }
  friend bool operator==(const Surroundings&, const Surroundings&) = default;
};

// "fresh" or "fresh:TEMPLATE", as --cwd and the schedule file have it; empty: no folder of its own.
std::string cwd_text(const Surroundings& surroundings);
// False: neither of them.
bool read_cwd(std::string_view text, Surroundings& surroundings);

}  // namespace heddle
