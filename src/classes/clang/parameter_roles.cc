#include "classes/clang/parameter_roles.h"

#include <algorithm>
#include <string_view>

namespace heddle::classes {

namespace {

bool is_pointer(const Parameter& parameter) {
  return parameter.type.category == TypeCategory::kPointer && parameter.passing != Passing::kReference &&
         parameter.type.can_have_place;
}

bool has_word(std::string text, std::initializer_list<std::string_view> words) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != text.npos; });
}

bool is_count(const Parameter& parameter) {
  return parameter.type.category == TypeCategory::kInteger && parameter.passing != Passing::kReference &&
         (parameter.name == "n" ||
          has_word(parameter.name, {"count", "size", "max", "num", "len", "amount"}));
}

ParameterRole array(const Parameter& parameter) {
  return parameter.type.spelling.starts_with("const ") ||
                 parameter.type.spelling.find(" const") != std::string::npos
             ? ParameterRole::kArray
             : ParameterRole::kOutputArray;
}

}  // namespace

void find_roles(Method& method, const std::vector<unsigned>& iterators) {
  std::vector<Parameter>& all = method.parameters;
  const auto iterates = [&](std::size_t i) { return std::ranges::count(iterators, i) != 0; };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_pointer(all[i]) || all[i].role != ParameterRole::kNone) continue;
    const bool has_end = i + 1 < all.size() && is_pointer(all[i + 1]) &&
                         all[i + 1].type.spelling == all[i].type.spelling &&
                         (iterates(i + 1) || has_word(all[i].name, {"begin", "first"}));
    const bool has_count = i + 1 < all.size() && is_count(all[i + 1]);
    if (has_end) {
      all[i].role = array(all[i]);
      all[i + 1].role = ParameterRole::kArrayEnd;
    } else if (has_count) {
      all[i].role = array(all[i]);
      all[i + 1].role = ParameterRole::kCount;
    } else if (iterates(i)) {
      all[i].role = array(all[i]);
    } else if (array(all[i]) == ParameterRole::kOutputArray &&
               (has_word(all[i].name, {"out", "result", "dest", "ret"}) ||
                has_word(method.name,
                         {"pop", "dequeue", "take", "peek", "read", "load", "receive", "try_get"}))) {
      all[i].role = ParameterRole::kOutput;
    }
  }
}

}  // namespace heddle::classes
