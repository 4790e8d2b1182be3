#include "host/framework_message.h"

#include <charconv>

namespace heddle::host {

namespace {

constexpr std::size_t kMostLines = 30;

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

// "dir/file.cc(12)"; Boost.Test says "unknown location(0)" of an exception.
bool take_boost_place(std::string_view place, FrameworkMessage& message) {
  const std::size_t bracket = place.rfind('(');
  if (!place.ends_with(')') || bracket == std::string_view::npos) return false;
  if (place == "unknown location(0)") return true;
  const std::string digits(place.substr(bracket + 1, place.size() - bracket - 2));
  return take_place(std::string(place.substr(0, bracket)) + ":" + digits, message);
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The lines that follow belong to the message until one `ends` it.
void take_words(std::string_view output, bool (*ends)(std::string_view), FrameworkMessage& message) {
  for (std::size_t lines = 0; lines < kMostLines && !output.empty(); ++lines) {
    const std::string_view words = next_line(output);
    if (ends(words)) break;
    message.text.append(words).append("\n");
  }
  while (message.text.ends_with("\n\n")) message.text.pop_back();
}

// Each of these looks at a line and what follows it: whether a failure is told of there.

// "counter.cc:31: Failure", and its words below.
bool google_message(std::string_view line, std::string_view rest, FrameworkMessage& message) {
  static constexpr std::string_view kMark = ": Failure";
  if (!line.ends_with(kMark) || !take_place(line.substr(0, line.size() - kMark.size()), message))
    return false;
  take_words(
      rest, [](std::string_view next) { return next.starts_with("[  ") || next.ends_with(kMark); }, message);
  return true;
}

// "counter.cc:12: FAILED:", and its words below.
bool catch_message(std::string_view line, std::string_view rest, FrameworkMessage& message) {
  constexpr std::string_view kMark = ": FAILED:";
  if (!line.ends_with(kMark) || !take_place(line.substr(0, line.size() - kMark.size()), message))
    return false;
  const auto ends = [](std::string_view next) {
    return next.empty() || next.starts_with("=====") || next.starts_with("-----");
  };
  take_words(rest, ends, message);
  return true;
}

bool is_end_of_paragraph(std::string_view line) {
  return line.empty() || line.starts_with("=====");
}

// "counter.cc:12: ERROR: CHECK( count == 2 ) is NOT correct!", and more below.
bool doctest_message(std::string_view line, std::string_view rest, FrameworkMessage& message) {
  for (const std::string_view mark : {": ERROR: ", ": FATAL ERROR: "}) {
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos || !take_place(line.substr(0, at), message)) continue;
    message.text.append(line.substr(at + mark.size())).append("\n");
    take_words(rest, is_end_of_paragraph, message);
    return true;
  }
  return false;
}

// A verdict on the test as a whole stands below its heading: "counter.cc:9:", "TEST CASE:  name", an empty
// line.
bool doctest_verdict(std::string_view line, std::string_view rest, FrameworkMessage& message) {
  if (!line.ends_with(':') || !take_place(line.substr(0, line.size() - 1), message)) return false;
  bool is_heading = false;
  for (std::string_view next = next_line(rest); !is_end_of_paragraph(next); next = next_line(rest))
    is_heading = is_heading || next.starts_with("TEST CASE:  ") || next.starts_with("  Scenario:");
  const std::string_view words = next_line(rest);
  if (!is_heading || !(words.starts_with("Should have failed but didn't") ||
                       words.starts_with("Didn't fail exactly") || words.starts_with("Test case exceeded")))
    return false;
  message.text.append(words).append("\n");
  return true;
}

// An exception has no place: that of the last check before it stands in the next line.
void take_checkpoint(std::string_view line, FrameworkMessage& message) {
  const std::size_t at = line.find(": last checkpoint");
  if (message.line == 0 && at != std::string_view::npos) take_boost_place(line.substr(0, at), message);
}

// "counter.cc(12): error: in "suite/case": check count == 2 has failed [1 != 2]", and its contexts below.
bool boost_message(std::string_view line, std::string_view rest, FrameworkMessage& message) {
  for (const std::string_view mark : {": error: in \"", ": fatal error: in \""}) {
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos || !take_boost_place(line.substr(0, at), message)) continue;
    const std::string_view words = line.substr(at + mark.size());
    const std::size_t name_end = words.find("\": ");
    if (name_end == std::string_view::npos) continue;
    message.text.append(words.substr(name_end + 3)).append("\n");
    std::string_view below = rest;
    take_checkpoint(next_line(below), message);
    const auto ends = [](std::string_view next) {
      return next.empty() || next.starts_with("*** ") || next.starts_with("terminate called") ||
             next.find("): error: in \"") != next.npos || next.find("): fatal error: in \"") != next.npos;
    };
    take_words(rest, ends, message);
    return true;
  }
  return false;
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
    for (const auto& finds :
         {google_message, catch_message, doctest_message, doctest_verdict, boost_message}) {
      FrameworkMessage message;
      if (finds(line, output, message)) return message;
    }
  }
  return std::nullopt;
}

}  // namespace heddle::host
