#include "compile/compiler.h"

#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <sstream>

#include "compile/commands.h"

namespace heddle::compile {
namespace {

bool is_executable_file(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

bool is_there(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_executable_file(name);
  const char* path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (is_executable_file((directory.empty() ? "." : directory) + "/" + name)) return true;
  }
  return false;
}

// "ccache g++" is two words, unless there is a program of that very name.
std::vector<std::string> words_of(const std::string& command) {
  if (is_there(command)) return {command};
  std::istringstream stream(command);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

const char* variable_of(Driver driver) {
  return driver == Driver::kC ? "HEDDLE_CC" : "HEDDLE_CXX";
}

Result<std::vector<std::string>> choose_compiler(Driver driver, const std::optional<std::string>& asked) {
  const char* variable = variable_of(driver);
  const char* from_environment = std::getenv(variable);
  if (asked || (from_environment != nullptr && *from_environment != '\0')) {
    const std::string command = asked ? *asked : from_environment;
    std::vector<std::string> words = words_of(command);
    if (!words.empty() && is_there(words[0])) return words;
    return Error{"the compiler '" + command + "' (from " + (asked ? "--compiler" : variable) +
                 ") was not found: give a name that is on PATH, or a full path"};
  }
  const std::vector<std::string> usual = driver == Driver::kC
                                             ? std::vector<std::string>{"gcc", "cc", "clang"}
                                             : std::vector<std::string>{"g++", "c++", "clang++"};
  std::string tried;
  for (const std::string& name : usual) {
    if (is_there(name)) return std::vector<std::string>{name};
    tried += (tried.empty() ? "" : ", ") + name;
  }
  return Error{"no compiler was found on PATH (tried " + tried + "): install one, or set " + variable +
               " or --compiler to the one to use"};
}

// The number that starts at the first digit of `text`.
int leading_number(std::string_view text) {
  const std::size_t digit = text.find_first_of("0123456789");
  int number = 0;
  if (digit != std::string_view::npos)
    std::from_chars(text.data() + digit, text.data() + text.size(), number);
  return number;
}

// "12.2.0" of ") 12.2.0 20220101".
std::string_view version_number(std::string_view text) {
  const std::size_t digit = text.find_first_of("0123456789");
  if (digit == std::string_view::npos) return {};
  return text.substr(digit, text.find_first_not_of("0123456789.", digit) - digit);
}

// For compilers whose --version says nothing that we know: what they predefine.
std::optional<Compiler> recognise_by_macros(const std::vector<std::string>& words) {
  std::vector<std::string> command = words;
  command.insert(command.end(), {"-dM", "-E", "-x", "c", "/dev/null"});
  const Result<std::string> macros = output_of(command);
  if (!macros) return std::nullopt;
  const auto value_of = [&](const std::string& name) -> std::optional<int> {
    const std::string definition = "#define " + name + " ";
    const std::size_t at = macros->find(definition);
    if (at == std::string::npos) return std::nullopt;
    return leading_number(std::string_view(*macros).substr(at + definition.size()));
  };
  if (const auto clang = value_of("__clang_major__")) return Compiler{{}, Family::kClang, *clang};
  if (const auto gcc = value_of("__GNUC__")) return Compiler{{}, Family::kGcc, *gcc};
  return std::nullopt;
}

}  // namespace

Result<std::optional<std::string>> take_compiler_option(std::vector<std::string>& arguments) {
  constexpr std::string_view kOption = "--compiler";
  std::optional<std::string> asked;
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == kOption) {
      if (++i == arguments.size()) return Error{"--compiler needs the name of a compiler"};
      asked = arguments[i];
    } else if (word.starts_with(kOption) && word[kOption.size()] == '=') {
      asked = word.substr(kOption.size() + 1);
    } else {
      kept.push_back(word);
    }
  }
  if (asked && asked->empty()) return Error{"--compiler needs the name of a compiler"};
  arguments = std::move(kept);
  return asked;
}

std::optional<Compiler> recognise_version_text(std::string_view text) {
  constexpr std::string_view kClangVersion = "clang version ";
  if (const std::size_t at = text.find(kClangVersion); at != std::string_view::npos) {
    return Compiler{{}, Family::kClang, leading_number(text.substr(at + kClangVersion.size()))};
  }
  // Other programs of the GNU project name the Foundation too, but a licence where gcc says this.
  if (text.find("see the source for copying conditions") == std::string_view::npos) return std::nullopt;
  // "g++ (Debian 12.2.0-14) 12.2.0": the number after the vendor's parenthesis; the vendor may nest others.
  const std::string_view first_line = text.substr(0, text.find('\n'));
  std::size_t after_vendor = 0;
  int depth = 0;
  for (std::size_t i = 0; i < first_line.size() && after_vendor == 0; ++i) {
    if (first_line[i] == '(') ++depth;
    if (first_line[i] == ')' && --depth == 0) after_vendor = i;
  }
  const std::string_view number = version_number(first_line.substr(after_vendor));
  return Compiler{{}, Family::kGcc, leading_number(number), std::string(number)};
}

Result<Compiler> find_compiler(Driver driver, const std::optional<std::string>& asked) {
  const Result<std::vector<std::string>> words = choose_compiler(driver, asked);
  if (!words) return Error{words.error()};
  std::vector<std::string> command = *words;
  command.push_back("--version");
  const Result<std::string> version = output_of(command);
  if (!version) return Error{version.error()};
  std::optional<Compiler> compiler = recognise_version_text(*version);
  if (!compiler) compiler = recognise_by_macros(*words);
  if (!compiler) {
    return Error{"'" + words->front() + "' is neither gcc nor clang: set " + variable_of(driver) +
                 " or --compiler to one of these"};
  }
  compiler->words = *words;
  return *compiler;
}

}  // namespace heddle::compile
