#include "host/framework_message.h"

#include <charconv>

namespace heddle::host {

namespace {

constexpr std::size_t kMostLines = 30;
constexpr std::string_view kGoogleMark = ": Failure";
constexpr std::string_view kCatchMark = ": FAILED:";

// "dir/file.cc:12" in parts; no number: "unknown file".
bool take_place(std::string_view place, FrameworkMessage& message) {
  const std::size_t colon = place.rfind(':');
  if (colon != std::string_view::npos) {
    const std::string_view digits = place.substr(colon + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), message.line);
    if (error == std::errc() && end == digits.data() + digits.size() && message.line > 0) {
      message.file = place.substr(0, colon);
      return true;
    }
  }
  message.line = 0;
  return place == "unknown file";
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool ends_message(std::string_view line, bool google) {
  if (google) return line.starts_with("[  ") || line.ends_with(kGoogleMark);
  return line.empty() || line.starts_with("=====") || line.starts_with("-----");
}

}  // namespace

std::string FrameworkMessage::brief() const {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t';
    if (!blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (result.ends_with(' ')) result.pop_back();
  return result;
}

std::optional<FrameworkMessage> framework_message(std::string_view output) {
  while (!output.empty()) {
    const std::string_view line = next_line(output);
    const bool google = line.ends_with(kGoogleMark);
    if (!google && !line.ends_with(kCatchMark)) continue;
    FrameworkMessage message;
    const std::size_t mark = google ? kGoogleMark.size() : kCatchMark.size();
    if (!take_place(line.substr(0, line.size() - mark), message)) continue;
    for (std::size_t lines = 0; lines < kMostLines && !output.empty(); ++lines) {
      const std::string_view words = next_line(output);
      if (ends_message(words, google)) break;
      message.text.append(words).append("\n");
    }
    while (message.text.ends_with("\n\n")) message.text.pop_back();
    return message;
  }
  return std::nullopt;
}

}  // namespace heddle::host
