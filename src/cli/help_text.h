// The help of the command line: options and verbs in groups, as wide as the terminal.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/command.h"

namespace heddle::cli {

// Gives every option of a verb that is in the table its group and the word for its value, and every verb its
// group.
void group_options(CLI::App& verb);
void group_verb(CLI::App& verb);

// `verbs` must outlive the application.
class HelpText : public CLI::FormatterBase {
 public:
  explicit HelpText(const std::vector<Verb>& verbs) : verbs_(verbs) {}
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;

 private:
  std::string usage(const CLI::App& app, const std::string& name) const;

  const std::vector<Verb>& verbs_;
};

}  // namespace heddle::cli
