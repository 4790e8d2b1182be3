#include "classes/method_choice.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>

namespace heddle::classes {

namespace {

constexpr std::array kNotForThreads = {"*unsafe*", "*unsynchronized*", "*unsynchronised*"};

constexpr const char* kLeftOut = "left out, as you said";
constexpr const char* kSaysSo = "its name says that threads must not share it (--only calls it all the same)";

bool fits(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

template <typename Patterns>
bool any_fits(const Patterns& patterns, const std::string& name) {
  return std::ranges::any_of(patterns, [&](const auto& pattern) { return fits(pattern, name); });
}

// Of all methods, also of those that tests cannot call anyway: who names one of them made no mistake.
Result<bool> check_patterns(const ClassModel& model, const MethodChoice& choice) {
  std::set<std::string> patterns(choice.only.begin(), choice.only.end());
  patterns.insert(choice.without.begin(), choice.without.end());
  patterns.insert(choice.named.begin(), choice.named.end());
  for (const std::string& pattern : patterns)
    if (std::ranges::none_of(model.methods, [&](const Method& method) {
          return !method.is_constructor && fits(pattern, method.name);
        }))
      return Error{"there is no method '" + pattern + "'"};
  return true;
}

}  // namespace

Result<ClassModel> leave_out(ClassModel model, const MethodChoice& choice) {
  if (const Result<bool> checked = check_patterns(model, choice); !checked) return Error{checked.error()};
  for (Method& method : model.methods) {
    if (method.is_constructor || !method.not_callable.empty()) continue;
    const bool is_chosen = any_fits(choice.only, method.name);
    if (any_fits(choice.without, method.name) || (!choice.only.empty() && !is_chosen))
      method.not_callable = kLeftOut;
    else if (!is_chosen && any_fits(kNotForThreads, method.name))
      method.not_callable = kSaysSo;
  }
  return model;
}

bool is_left_out(const std::string& reason) {
  return reason == kLeftOut || reason == kSaysSo;
}

Roles roles_of(const Operations& operations, const std::vector<NamePatterns>& by_thread) {
  std::vector<std::set<std::uint32_t>> numbers;
  for (const NamePatterns& patterns : by_thread) {
    std::set<std::uint32_t>& role = numbers.emplace_back();
    for (std::uint32_t i = 0; i < operations.methods().size(); ++i)
      if (any_fits(patterns, operations.methods()[i].name)) role.insert(i);
  }
  return Roles(std::move(numbers));
}

Result<std::set<std::uint32_t>> operations_named(const Operations& operations,
                                                 const std::vector<std::string>& names) {
  std::set<std::uint32_t> numbers;
  for (const std::string& name : names) {
    bool any = false;
    for (std::uint32_t i = 0; i < operations.methods().size(); ++i)
      if (fits(name, operations.methods()[i].name)) {
        numbers.insert(i);
        any = true;
      }
    if (!any) return Error{"there is no method '" + name + "' that tests call"};
  }
  return numbers;
}

}  // namespace heddle::classes
