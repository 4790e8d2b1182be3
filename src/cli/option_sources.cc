#include "cli/option_sources.h"

#include <cstdlib>
#include <fstream>
#include <optional>

namespace heddle::cli {

namespace {

constexpr std::string_view kConfigOption = "--config";

std::optional<std::string> configuration_in(const std::vector<std::string>& words) {
  std::optional<std::string> file;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == kConfigOption && i + 1 < words.size())
      file = words[i + 1];
    else if (words[i].starts_with(kConfigOption) && words[i][kConfigOption.size()] == '=')
      file = words[i].substr(kConfigOption.size() + 1);
  }
  return file;
}

// Reads the words on their own, so that an error names their source, and not the command line.
std::string complaint_about(const std::string& verb, const std::vector<std::string>& options) {
  const ProgramWords no_program;
  Application application(no_program);
  std::vector<std::string> words{verb};
  words.insert(words.end(), options.begin(), options.end());
  try {
    application.parse(words);
  } catch (const CLI::RequiredError&) {
    return {};  // that is for the command line to give
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
      return "--help and --version make no sense here";
    return error.what();
  }
  try {
    application.find(verb)->check();
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return {};
}

std::string sentence(const std::string& source, const std::string& complaint) {
  return source + ": " + complaint;
}

}  // namespace

Result<std::vector<std::string>> split_like_a_shell(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'') {
      if (++i == text.size()) return Error{"ends in a backslash"};
      word += text[i];
      inside = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (inside) words.push_back(std::move(word));
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote != 0) return Error{std::string("a quotation mark ") + quote + " is not closed"};
  if (inside) words.push_back(std::move(word));
  return words;
}

Result<std::vector<std::string>> read_configuration(const std::string& path, const CLI::App& verb) {
  std::ifstream file(path);
  if (!file || file.peek() == std::ifstream::traits_type::eof())
    return Error{file ? "is empty" : "there is no such file, or it cannot be read"};
  std::vector<CLI::ConfigItem> items;
  try {
    items = CLI::ConfigTOML().from_config(file);
  } catch (const CLI::Error& error) {
    return Error{error.what()};
  }
  std::vector<std::string> words;
  for (const CLI::ConfigItem& item : items) {
    const bool in_own_table = item.parents.size() == 1 && item.parents.front() == verb.get_name();
    // CLI11 marks the beginning and the end of a table by items of these names.
    const bool mark = item.name == "++" || item.name == "--";
    if (!item.parents.empty() && !in_own_table)
      return Error{"there is no table [" + item.parents.front() + "]; options stand at the top or in [" +
                   verb.get_name() + "]"};
    if (mark) continue;
    const std::string option = "--" + item.name;
    if (verb.get_option_no_throw(option) == nullptr || option == kConfigOption || option == "--help" ||
        option == "--version")
      return Error{"unknown key '" + item.name + "'; keys are the options of 'heddle " + verb.get_name() +
                   "' without dashes"};
    if (item.inputs.size() != 1) return Error{"key '" + item.name + "' takes one value"};
    words.push_back(option + "=" + item.inputs.front());
  }
  return words;
}

Result<std::vector<std::string>> add_option_sources(const std::vector<std::string>& words) {
  const std::string& verb = words.front();
  const char* variable = std::getenv(kOptionsVariable);
  std::vector<std::string> added;
  if (variable != nullptr) {
    Result<std::vector<std::string>> split = split_like_a_shell(variable);
    if (!split) return Error{sentence(kOptionsVariable, split.error())};
    if (const std::string wrong = complaint_about(verb, *split); !wrong.empty())
      return Error{sentence(kOptionsVariable, wrong)};
    added = std::move(*split);
  }
  std::optional<std::string> file = configuration_in(words);
  if (!file) file = configuration_in(added);
  std::vector<std::string> all{verb};
  if (file) {
    const ProgramWords no_program;
    const Application application(no_program);
    const Result<std::vector<std::string>> options = read_configuration(*file, *application.find(verb)->app);
    if (!options) return Error{sentence(*file, options.error())};
    if (const std::string wrong = complaint_about(verb, *options); !wrong.empty())
      return Error{sentence(*file, wrong)};
    all.insert(all.end(), options->begin(), options->end());
  }
  all.insert(all.end(), added.begin(), added.end());
  all.insert(all.end(), words.begin() + 1, words.end());
  return all;
}

}  // namespace heddle::cli
