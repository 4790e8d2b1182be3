#include "event/livelock.h"

namespace heddle {

namespace {

// 1234567 as 1,234,567.
std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::uint64_t number_at(std::string_view text) {
  std::uint64_t number = 0;
  for (char c : text) {
    if (c == ',') continue;
    if (c < '0' || c > '9') break;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

}  // namespace

LivelockVerdict no_progress_in(std::uint64_t steps) {
  std::uint64_t unit = 1;
  while (steps / unit >= 100) unit *= 10;
  return {LivelockVerdict::Kind::kQuiet, steps / unit * unit};
}

std::string to_text(const LivelockVerdict& verdict) {
  if (verdict.kind == LivelockVerdict::Kind::kProved) return std::string(kNothingChanges);
  return std::string(kNoProgress) + with_commas(verdict.without_progress) + " steps";
}

LivelockVerdict verdict_in(std::string_view text) {
  const std::size_t at = text.find(kNoProgress);
  if (at == std::string_view::npos) return {};
  return {LivelockVerdict::Kind::kQuiet, number_at(text.substr(at + kNoProgress.size()))};
}

}  // namespace heddle
