// The whole command line: the verbs, their options and their help.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace heddle::cli {

class Application {
 public:
  explicit Application(const ProgramWords& program);
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  CLI::App& root() { return root_; }
  const std::vector<Verb>& verbs() const { return verbs_; }
  // Null where there is no such verb.
  const Verb* find(const std::string& name) const;
  // Throws CLI::ParseError; --help and --version are such errors too.
  void parse(std::vector<std::string> words);
  const Verb* given() const;
  // Those that users write.
  std::vector<std::string> verb_names() const;

 private:
  CLI::App root_;
  std::vector<Verb> verbs_;
};

}  // namespace heddle::cli
