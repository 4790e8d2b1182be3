#include "classes/method_words.h"

#include <set>

namespace heddle::classes {

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    if ((c == '_' || is_upper) && !words.back().empty()) words.emplace_back();
    if (c != '_') words.back() += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::string last_name_of(std::string_view qualified) {
  const std::size_t colon = qualified.rfind(':');
  return std::string(colon == std::string::npos ? qualified : qualified.substr(colon + 1));
}

bool is_for_one_thread(std::string_view method) {
  static const std::set<std::string_view>* const names =
      new std::set<std::string_view>{"swap", "assign", "clear", "reset", "merge"};
  return method.starts_with("operator") || names->contains(method);
}

}  // namespace heddle::classes
