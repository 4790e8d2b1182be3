#include "symbols/allocation.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "event/allocator_name.h"

namespace heddle::symbols {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string_view without_spaces(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Calls use(word, rest) with each word and what follows it.
template <typename Use>
void each_word(std::string_view line, Use use) {
  for (size_t at = 0, end = 0; at < line.size(); at = end + 1) {
    for (end = at; end < line.size() && is_word(line[end]);) ++end;
    if (end > at) use(line.substr(at, end - at), line.substr(end));
  }
}

template <typename Use>
void each_appearance(std::string_view line, std::string_view wanted, Use use) {
  each_word(line, [&](std::string_view word, std::string_view rest) {
    if (word == wanted) use(rest);
  });
}

// The length of what stands between the bracket at the beginning and its partner, both included; 0 without
// one.
size_t bracketed(std::string_view text, char open, char close) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i + 1;
  }
  return 0;
}

// The name of a type at the beginning: words, ::, template arguments, stars. Cut off from the text.
std::string take_type(std::string_view& text) {
  std::string type;
  while (true) {
    text = without_spaces(text);
    size_t length = 0;
    while (length < text.size() && (is_word(text[length]) || text[length] == ':')) ++length;
    if (length < text.size() && text[length] == '<') {
      const size_t arguments = bracketed(text.substr(length), '<', '>');
      if (arguments == 0) return {};
      length += arguments;
    }
    if (length == 0) break;
    const std::string_view part = text.substr(0, length);
    text.remove_prefix(length);
    if (part == "const" || part == "struct" || part == "class" || part == "typename") continue;
    // "unsigned long", "shop::Order<int>::Item"
    const bool goes_on = part.starts_with("::") || type.empty();
    type.append(goes_on ? "" : " ").append(part);
  }
  while (!text.empty() && (text.front() == '*' || text.front() == ' ')) {
    if (text.front() == '*') type += '*';
    text.remove_prefix(1);
  }
  return type;
}

}  // namespace

std::optional<Allocation> allocation_in(std::string_view line) {
  line = line.substr(0, line.find("//"));
  std::optional<Allocation> found;
  int count = 0;
  const auto add = [&](Allocation allocation) {
    if (allocation.type.empty()) return;
    ++count;
    found = std::move(allocation);
  };
  each_appearance(line, "new", [&](std::string_view rest) {
    rest = without_spaces(rest);
    if (rest.starts_with("(")) return;  // where memory is given
    Allocation allocation;
    allocation.type = take_type(rest);
    allocation.is_array = without_spaces(rest).starts_with("[");
    add(std::move(allocation));
  });
  for (const std::string_view maker : {"make_unique", "make_shared", "make_unique_for_overwrite"})
    each_appearance(line, maker, [&](std::string_view rest) {
      const size_t length = rest.starts_with("<") ? bracketed(rest, '<', '>') : 0;
      if (length == 0) return;
      std::string_view arguments = rest.substr(1, length - 2);
      Allocation allocation;
      allocation.is_shared = maker == "make_shared";
      allocation.type = take_type(arguments);
      allocation.is_array = without_spaces(arguments).starts_with("[");
      add(std::move(allocation));
    });
  each_word(line, [&](std::string_view function, std::string_view rest) {
    if (!is_allocator_name(function) || !rest.starts_with("(")) return;
    const size_t closed = bracketed(rest, '(', ')');
    const std::string_view arguments = closed == 0 ? rest : rest.substr(0, closed);
    each_appearance(arguments, "sizeof", [&](std::string_view operand) {
      const size_t length = operand.starts_with("(") ? bracketed(operand, '(', ')') : 0;
      if (length == 0) return;
      std::string_view type = operand.substr(1, length - 2);
      Allocation allocation;
      allocation.type = take_type(type);
      allocation.is_array =
          function.find("calloc") != std::string_view::npos || arguments.find('*') != std::string_view::npos;
      if (type.empty()) add(std::move(allocation));
    });
  });
  return count == 1 ? found : std::nullopt;
}

uint64_t size_of_arithmetic(std::string_view type) {
  struct Size {
    std::string_view type;
    uint64_t bytes;
  };
  constexpr Size kSizes[] = {{"bool", 1},
                             {"char", 1},
                             {"unsigned char", 1},
                             {"std::byte", 1},
                             {"short", 2},
                             {"unsigned short", 2},
                             {"int", 4},
                             {"unsigned", 4},
                             {"unsigned int", 4},
                             {"float", 4},
                             {"long", 8},
                             {"unsigned long", 8},
                             {"long long", 8},
                             {"double", 8},
                             {"size_t", 8},
                             {"std::size_t", 8},
                             {"int32_t", 4},
                             {"uint32_t", 4},
                             {"int64_t", 8},
                             {"uint64_t", 8},
                             {"std::int32_t", 4},
                             {"std::uint32_t", 4},
                             {"std::int64_t", 8},
                             {"std::uint64_t", 8},
                             {"unsigned long long", 8}};
  for (const Size& each : kSizes)
    if (each.type == type) return each.bytes;
  return !type.empty() && type.back() == '*' ? 8 : 0;
}

}  // namespace heddle::symbols
