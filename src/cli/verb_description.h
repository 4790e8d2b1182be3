// The command line as data, for completions and the manual page.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

struct OptionDescription {
  std::string name;  // "--seed"
  std::string description;
  std::string standard;  // what it is where it is not given; may be empty
  bool takes_value = false;
  std::vector<std::string>
      values;  // the words it takes, where these are known; otherwise a file is as good a guess as any
};

struct VerbDescription {
  std::string name;
  std::string description;
  std::string argument;  // what stands beside the options: "FILE", or empty
  std::vector<std::string> argument_values;
  std::vector<OptionDescription> options;
  std::string footer;
};

}  // namespace heddle::cli
