#include "event/allocator_name.h"

#include <algorithm>
#include <cstddef>

namespace heddle {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view name, std::string_view word) {
  const auto found = std::search(name.begin(), name.end(), word.begin(), word.end(),
                                 [](char a, char b) { return small(a) == b; });
  return found != name.end();
}

// Whether "alloc", "dup", "nw" or "na" is in there. All symbols of a program are looked at when it is
// started: in one pass.
bool may_be_allocator(std::string_view symbol) {
  for (std::size_t i = 0; i + 1 < symbol.size(); ++i) {
    const char c = small(symbol[i]), next = small(symbol[i + 1]);
    if (c == 'n' && (next == 'w' || next == 'a')) return true;
    if (c == 'd' && next == 'u' && i + 2 < symbol.size() && small(symbol[i + 2]) == 'p') return true;
    if (c == 'a' && next == 'l' && contains(symbol.substr(i, 5), "alloc")) return true;
  }
  return false;
}

// Reads a mangled name up to the function's parameters (Itanium C++ ABI, 5.1). Names that it does not
// understand have no own name.
class MangledName {
 public:
  explicit MangledName(std::string_view text) : text_(text) {}

  // Without its scopes and template arguments; "operator new" for that one.
  std::string_view own_name() {
    take("_Z");
    const bool is_nested = take("N");
    while (is_nested && is_one_of("rVKRO")) ++at_;
    std::string_view name;
    while (at_ < text_.size()) {
      if (take("nw") || take("na")) return "operator new";
      if (is_digit(text_[at_]))
        name = source_name();
      else if (text_[at_] == 'I')
        skip_arguments();
      else if (text_[at_] == 'S')
        skip_substitution();
      else if (!take("L"))  // internal linkage
        break;
      if (!is_nested && !name.empty()) return name;
    }
    // A constructor, a destructor or another operator has a name of its own.
    return is_nested && take("E") ? name : std::string_view();
  }

 private:
  bool is_one_of(std::string_view letters) const {
    return at_ < text_.size() && letters.find(text_[at_]) != std::string_view::npos;
  }

  bool take(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  void skip_behind(char last) { at_ = std::min(text_.find(last, at_), text_.size() - 1) + 1; }

  std::string_view source_name() {
    std::size_t length = 0;
    while (at_ < text_.size() && is_digit(text_[at_]) && length < text_.size())
      length = length * 10 + static_cast<std::size_t>(text_[at_++] - '0');
    if (length > text_.size() - at_) return text_.substr(at_ = text_.size());
    at_ += length;
    return text_.substr(at_ - length, length);
  }

  void skip_substitution() {
    ++at_;
    if (at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z')
      ++at_;
    else
      skip_behind('_');
  }

  void skip_arguments() {
    std::size_t depth = 0;
    do {
      if (is_digit(text_[at_])) {
        source_name();
      } else if (text_[at_] == 'S') {
        skip_substitution();
      } else if (text_[at_] == 'T') {
        skip_behind('_');
      } else if (text_[at_] == 'L') {
        skip_behind('E');
      } else {
        if (is_one_of("INXJF")) ++depth;
        if (text_[at_++] == 'E') --depth;
      }
    } while (depth != 0 && at_ < text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool is_allocator_name(std::string_view name) {
  if (const std::size_t scope = name.rfind("::"); scope != std::string_view::npos)
    name.remove_prefix(scope + 2);
  return contains(name, "alloc") || contains(name, "strdup") || contains(name, "strndup") ||
         contains(name, "memdup") || name.starts_with("operator new");
}

bool is_allocator_symbol(std::string_view symbol) {
  // Most names are none, and this is quick to see.
  if (!symbol.starts_with("_Z")) return is_allocator_name(symbol.substr(0, symbol.find('.')));
  if (!may_be_allocator(symbol)) return false;
  return is_allocator_name(MangledName(symbol).own_name());
}

}  // namespace heddle
