#include "compile/response_file.h"

#include <fstream>
#include <optional>
#include <sstream>

namespace heddle::compile {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f' || c == '\r';
}

std::optional<std::string> read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  // A directory opens, but its first read fails.
  if (!file || file.peek() == std::ifstream::traits_type::eof()) {
    return file.eof() ? std::optional<std::string>(std::string()) : std::nullopt;
  }
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::vector<std::string> split_response_text(std::string_view text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size()) return words;
    std::string word;
    char quote = 0;
    for (; at < text.size() && (quote != 0 || !is_space(text[at])); ++at) {
      const char c = text[at];
      if (c == '\\') {
        if (++at == text.size()) break;
        word += text[at];
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word += c;
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else {
        word += c;
      }
    }
    words.push_back(std::move(word));
  }
}

std::string response_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (word.empty()) text += "\"\"";
    for (const char c : word) {
      if (is_space(c) || c == '\\' || c == '\'' || c == '"') text += '\\';
      text += c;
    }
    text += '\n';
  }
  return text;
}

Result<std::vector<std::string>> expand_response_files(const std::vector<std::string>& arguments) {
  // A file that names itself would be read for ever; GCC gives up after as many files.
  constexpr int kMostFiles = 2000;
  int files = 0;
  std::vector<std::string> expanded;
  // What is still to be looked at, last first.
  std::vector<std::string> pending(arguments.rbegin(), arguments.rend());
  while (!pending.empty()) {
    std::string word = std::move(pending.back());
    pending.pop_back();
    std::optional<std::string> text;
    if (word.size() > 1 && word[0] == '@') text = read_text(word.substr(1));
    if (!text) {
      expanded.push_back(std::move(word));
      continue;
    }
    if (++files > kMostFiles) return Error{"too many @-files: does " + word + " name itself?"};
    const std::vector<std::string> words = split_response_text(*text);
    pending.insert(pending.end(), words.rbegin(), words.rend());
  }
  return expanded;
}

}  // namespace heddle::compile
