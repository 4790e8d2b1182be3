#include "event/livelock.h"

namespace heddle {

namespace {

// 1234567 as 1,234,567.
std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
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

LivelockVerdict no_progress_in(std::uint64_t steps, bool time_was_up) {
  std::uint64_t unit = 1;
  while (steps / unit >= 100) unit *= 10;
  return {LivelockVerdict::Kind::kQuiet, time_was_up, steps / unit * unit};
}

std::string to_text(const LivelockVerdict& verdict) {
  switch (verdict.kind) {
    case LivelockVerdict::Kind::kProved:
      return std::string(kNothingChanges);
    case LivelockVerdict::Kind::kOutOfTime:
      return kTimeLimit;
    case LivelockVerdict::Kind::kQuiet:
      break;
  }
  const std::string text = kNoProgress + with_commas(verdict.without_progress) + " steps";
  return verdict.time_was_up ? text + ", up to " + kTimeLimit : text;
}

LivelockVerdict verdict_in(std::string_view text) {
  const bool time_was_up = text.find(kTimeLimit) != std::string_view::npos;
  const std::string_view prefix = kNoProgress;
  if (const std::size_t at = text.find(prefix); at != std::string_view::npos)
    return {LivelockVerdict::Kind::kQuiet, time_was_up, number_at(text.substr(at + prefix.size()))};
  if (time_was_up) return {.kind = LivelockVerdict::Kind::kOutOfTime};
  return {};
}

}  // namespace heddle
