#include "strategies/options.h"

#include <charconv>
#include <cstdlib>

namespace heddle {

bool OptionReader::take(const std::string& key, std::string& value) {
  const auto option = spec_.options.find(key);
  if (option == spec_.options.end()) return false;
  value = option->second;
  spec_.options.erase(option);
  return true;
}

void OptionReader::refuse(std::string reason) {
  if (problem_.empty()) problem_ = std::move(reason);
}

void OptionReader::refuse_value(const std::string& key, const std::string& value,
                                const std::string& allowed) {
  refuse("strategy option '" + key + "=" + value + "' is not " + allowed);
}

std::uint64_t OptionReader::integer(const std::string& key, std::uint64_t otherwise, std::uint64_t least,
                                    std::uint64_t most) {
  std::string text;
  if (!take(key, text)) return otherwise;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value >= least && value <= most)
    return value;
  refuse_value(key, text, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return otherwise;
}

double OptionReader::probability(const std::string& key, double otherwise) {
  std::string text;
  if (!take(key, text)) return otherwise;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0' && value >= 0 && value <= 1) return value;
  refuse_value(key, text, "a number from 0 to 1");
  return otherwise;
}

bool OptionReader::flag(const std::string& key, bool otherwise) {
  std::string text;
  if (!take(key, text) || text == "true" || text == "false") return text.empty() ? otherwise : text == "true";
  refuse_value(key, text, "true or false");
  return otherwise;
}

std::size_t OptionReader::word(const std::string& key, std::size_t otherwise,
                               std::initializer_list<std::string_view> words) {
  std::string text, allowed;
  if (!take(key, text)) return otherwise;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.begin()[i];
    if (word == text) return i;
    allowed += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
    allowed += word;
  }
  refuse_value(key, text, allowed);
  return otherwise;
}

std::uint64_t OptionReader::duration(const std::string& key, std::uint64_t otherwise, std::uint64_t most) {
  std::string text;
  if (!take(key, text)) return otherwise;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  const std::uint64_t factor = unit == "us"   ? 1000
                               : unit == "ms" ? 1'000'000
                               : unit == "s"  ? 1'000'000'000
                                              : 0;
  if (error == std::errc() && factor != 0 && value > 0 && value <= most / factor) return value * factor;
  refuse_value(key, text,
               "a time such as 50us, 10ms or 1s, at most " + std::to_string(most / 1'000'000'000) + "s");
  return otherwise;
}

std::string OptionReader::text(const std::string& key) {
  std::string value;
  take(key, value);
  return value;
}

std::string OptionReader::problem() {
  if (problem_.empty() && !spec_.options.empty())
    problem_ = "strategy '" + spec_.name + "' has no option '" + spec_.options.begin()->first + "'" +
               (allowed_.empty() ? "; it takes none" : "; it takes " + std::string(allowed_));
  return problem_;
}

}  // namespace heddle
