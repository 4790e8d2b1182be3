// heddle cc and heddle c++, which take their arguments untouched.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

int compile(bool cxx, const std::vector<std::string>& arguments);

}  // namespace heddle::cli
