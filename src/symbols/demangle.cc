#include "symbols/demangle.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <climits>
#include <cstdlib>
#include <memory>

namespace heddle::symbols {
namespace {

enum class Style { kFunction, kVariable };

// Longer template arguments of a variable are shown as "<...>".
constexpr size_t kLongestArguments = 32;

bool is_identifier(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

constexpr std::array<std::string_view, 40> kOperators = {
    "<=>", "->*", "<<=", ">>=", "()", "[]", "==", "!=", "<=", ">=", "<<", ">>",  "&&", "||",
    "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "^=", "&=", "|=", "->", "+",   "-",  "*",
    "/",   "%",   "^",   "&",   "|",  "~",  "!",  "=",  "<",  ">",  ",",  "\"\""};

// Reads a demangled name from left to right and keeps only the qualified name of what it declares.
class NameFolder {
 public:
  NameFolder(std::string_view text, Style style) : text_(text), style_(style) {}

  std::string fold() {
    while (at_ < text_.size() && !finished_) step();
    return std::move(name_);
  }

 private:
  std::string_view rest(size_t from) const { return text_.substr(std::min(from, text_.size())); }
  bool follows(std::string_view word) const { return rest(at_).starts_with(word); }

  bool operator_word_at(size_t at) const {
    constexpr std::string_view kWord = "operator";
    if (!rest(at).starts_with(kWord) || (at > 0 && is_identifier(text_[at - 1]))) return false;
    const size_t end = at + kWord.size();
    return end < text_.size() && !is_identifier(text_[end]);
  }

  // The operator symbol that starts at `at`, empty for `operator new`, `operator bool` and their like.
  std::string_view operator_symbol_at(size_t at) const {
    for (std::string_view symbol : kOperators) {
      if (rest(at).starts_with(symbol)) return symbol;
    }
    return {};
  }

  // The position after the bracket that closes the one at `at`. Angle brackets that belong to an operator's
  // name or to an arrow close nothing.
  size_t skip_balanced(size_t at) const {
    int depth = 0;
    while (at < text_.size()) {
      if (operator_word_at(at)) {
        at += std::string_view("operator").size();
        at += operator_symbol_at(at).size();
        continue;
      }
      if (rest(at).starts_with("->")) {
        at += 2;
        continue;
      }
      const char c = text_[at++];
      if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
      if ((c == '>' || c == ')' || c == '}' || c == ']') && --depth <= 0) return at;
    }
    return at;
  }

  // What may stand between a parameter list and the "::" of something local to that function.
  size_t skip_function_qualifiers(size_t at) const {
    constexpr std::array<std::string_view, 8> kQualifiers = {" const", " volatile", " noexcept",  " &&", " &",
                                                             "&&",     "&",         "[abi:cxx11]"};
    for (bool found = true; found;) {
      found = false;
      for (std::string_view qualifier : kQualifiers) {
        if (!rest(at).starts_with(qualifier)) continue;
        at += qualifier.size();
        found = true;
      }
    }
    return at;
  }

  void step() {
    if (operator_word_at(at_)) return take_operator();
    switch (text_[at_]) {
      case '<':
        return take_template_arguments();
      case '(':
        return take_parentheses();
      case '{':
        return take_braces();
      case '$':
        return take_dollar();
      case '[':
        if (follows("[clone")) finished_ = true;
        at_ = skip_balanced(at_);
        return;
      case ' ':  // What came before was a return type.
        if (follows(" [clone")) finished_ = true;
        name_.clear();
        ++at_;
        return;
      case ')':  // The end of "(*name(parameters))(...)".
        finished_ = true;
        return;
      case '.':  // The compiler's suffix of a clone: name.cold, name.part.0.
        if (!name_.empty()) finished_ = true;
        ++at_;
        return;
      case '*':
      case '&':
        ++at_;
        return;
      default:
        name_ += text_[at_++];
    }
  }

  void take_operator() {
    name_ += "operator";
    at_ += std::string_view("operator").size();
    if (const std::string_view symbol = operator_symbol_at(at_); !symbol.empty()) {
      name_ += symbol;
      at_ += symbol.size();
      if (symbol == "\"\"") {  // operator"" _km
        while (at_ < text_.size() && (text_[at_] == ' ' || is_identifier(text_[at_]))) name_ += text_[at_++];
      }
      while (follows(" <")) ++at_;  // "operator< <int>" is how the demangler keeps the brackets apart.
      return;
    }
    // operator new, operator bool, operator std::vector<int>, operator void (*)(int)
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '(' && follows("(anonymous namespace)::")) {
        at_ += std::string_view("(anonymous namespace)::").size();
      } else if (c == '(' && (follows("(*") || follows("(&"))) {
        const size_t end = skip_balanced(at_);
        name_ += text_.substr(at_, end - at_);
        at_ = rest(end).starts_with("(") ? skip_balanced(end) : end;
      } else if (c == '(') {
        return;
      } else if (c == '<') {
        at_ = skip_balanced(at_);
      } else {
        name_ += c;
        ++at_;
      }
    }
  }

  void take_template_arguments() {
    const size_t end = skip_balanced(at_);
    if (style_ == Style::kVariable) {
      name_ += end - at_ <= kLongestArguments ? text_.substr(at_, end - at_) : "<...>";
    }
    at_ = end;
  }

  void take_parentheses() {
    constexpr std::string_view kAnonymous = "(anonymous namespace)";
    if (follows(kAnonymous)) {
      at_ += kAnonymous.size();
      if (follows("::")) at_ += 2;
      return;
    }
    if (name_.empty() &&
        (follows("(*") || follows("(&"))) {  // Returns a pointer to a function: the name is inside.
      at_ += 2;
      return;
    }
    const size_t end = skip_balanced(at_);
    const size_t after = skip_function_qualifiers(end);
    if (rest(after).starts_with("::")) {  // Something local to this function.
      if (style_ == Style::kVariable) name_ += "()";
      at_ = after;
      return;
    }
    const bool declaration_ends = after == text_.size() || text_[after] == ')' || text_[after] == '[' ||
                                  text_[after] == '.' || rest(after).starts_with(" [clone");
    if (declaration_ends && !name_.empty()) finished_ = true;
    at_ = end;  // Otherwise it was "decltype (...)" in a return type.
  }

  // {lambda(int)#1}, {unnamed type#1}, {default arg#1}
  void take_braces() {
    const size_t end = skip_balanced(at_);
    std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    if (inside.ends_with('}')) inside.remove_suffix(1);
    const size_t hash = inside.rfind('#');
    const std::string_view number = hash == std::string_view::npos ? std::string_view() : inside.substr(hash);
    at_ = end;
    if (inside.starts_with("lambda")) {
      name_ += "lambda";
      name_ += number;
      skip_call_operator();
    } else if (inside.starts_with("unnamed type")) {
      name_ += "unnamed";
      name_ += number;
    } else {
      name_ += inside;
    }
  }

  // Clang numbers lambdas and unnamed types of a file from $_0.
  void take_dollar() {
    int number = 0;
    const std::string_view digits = rest(at_ + 2);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (!follows("$_") || parsed.ec != std::errc() || number == INT_MAX) {
      name_ += text_[at_++];
      return;
    }
    at_ += 2 + static_cast<size_t>(parsed.ptr - digits.data());
    const bool destructor = name_.ends_with('~');
    const bool lambda = skip_call_operator();
    name_ += (lambda || destructor ? "lambda#" : "unnamed#") + std::to_string(number + 1);
  }

  // A lambda's function is called like the lambda. _FUN and __invoke are what a conversion to a pointer
  // gives.
  bool skip_call_operator() {
    for (std::string_view name : {"::operator()", "::_FUN", "::__invoke"}) {
      if (!follows(name)) continue;
      at_ += name.size();
      return true;
    }
    return false;
  }

  std::string_view text_;
  Style style_;
  size_t at_ = 0;
  std::string name_;
  bool finished_ = false;
};

// Namespaces that exist only for the binary interface; they are never written in sources.
void remove_inline_namespaces(std::string& name) {
  for (std::string_view space : {"__cxx11::", "__1::", "_V2::"}) {
    for (size_t at = name.find(space); at != std::string::npos; at = name.find(space, at)) {
      if (at > 0 && is_identifier(name[at - 1])) {
        at += space.size();
      } else {
        name.erase(at, space.size());
      }
    }
  }
}

std::string fold(std::string_view demangled, Style style) {
  std::string name = NameFolder(demangled, style).fold();
  remove_inline_namespaces(name);
  return name.empty() ? std::string(demangled) : name;
}

}  // namespace

std::string demangle(std::string_view symbol) {
  // A version follows "@" or "@@".
  if (const size_t version = symbol.find('@'); version != std::string_view::npos && version > 0) {
    symbol = symbol.substr(0, version);
  }
  const std::string name(symbol);
  // Anything else would be read as a mangled type: "i" as "int".
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : name;
}

std::string short_function_name(std::string_view demangled) {
  if (demangled.starts_with("_GLOBAL__sub_") ||
      demangled.starts_with("__static_initialization_and_destruction") ||
      demangled.starts_with("__cxx_global_var_init") || demangled.starts_with("__cxx_global_array_dtor")) {
    return "static initialization";
  }
  for (std::string_view thunk :
       {"non-virtual thunk to ", "virtual thunk to ", "covariant return thunk to "}) {
    if (demangled.starts_with(thunk)) return fold(demangled.substr(thunk.size()), Style::kFunction);
  }
  for (std::string_view kept : {"TLS wrapper function for ", "TLS init function for "}) {
    if (demangled.starts_with(kept))
      return std::string(kept) + short_variable_name(demangled.substr(kept.size()));
  }
  return fold(demangled, Style::kFunction);
}

std::string short_variable_name(std::string_view demangled) {
  if (demangled.starts_with("construction vtable for ")) return std::string(demangled);
  for (std::string_view kept : {"guard variable for ", "vtable for ", "VTT for ", "typeinfo for ",
                                "typeinfo name for ", "reference temporary #0 for "}) {
    if (demangled.starts_with(kept))
      return std::string(kept) + short_variable_name(demangled.substr(kept.size()));
  }
  return fold(demangled, Style::kVariable);
}

}  // namespace heddle::symbols
