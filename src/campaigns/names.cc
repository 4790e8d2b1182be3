#include "campaigns/names.h"

#include <nlohmann/json.hpp>

namespace heddle::campaigns {

namespace {

constexpr std::size_t kMostWords = 10'000;
constexpr std::size_t kLongestPath = 1'000;

}  // namespace

std::string words_as_text(const std::vector<std::string>& words) {
  return nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<std::vector<std::string>> words_of_text(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array() || json.size() > kMostWords) return std::nullopt;
  std::vector<std::string> words;
  for (const nlohmann::json& word : json) {
    if (!word.is_string()) return std::nullopt;
    words.push_back(word.get<std::string>());
    if (words.back().find('\0') != std::string::npos) return std::nullopt;
  }
  return words;
}

bool is_safe_path(const std::string& path) {
  if (path.empty() || path.size() > kLongestPath || path.front() == '/' || path.back() == '/') return false;
  for (const unsigned char c : path)
    if (c < 0x20 || c == 0x7f || c == '\\') return false;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace heddle::campaigns
