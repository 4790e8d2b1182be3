#include "classes/argument_values.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace heddle::classes {

namespace {

constexpr int kDeepestAssistant = 3;
constexpr std::size_t kMostValues = 8;
constexpr std::size_t kFactoryValues = 4;

bool is_unsigned(std::string_view spelling) {
  return spelling.starts_with("unsigned") || spelling.find("uint") != spelling.npos ||
         spelling.find("size_t") != spelling.npos || spelling == "std::byte";
}

std::vector<std::string> integers(std::string_view spelling) {
  if (spelling == "char") return {"'a'", "'b'", "'c'", "'0'"};
  if (spelling == "std::byte") return {"std::byte{1}", "std::byte{2}", "std::byte{0}"};
  std::vector<std::string> values = {"1", "2", "0", "3", "5", "10"};
  if (!is_unsigned(spelling)) values.emplace_back("-1");
  return values;
}

// The arguments of a template by its spelling: `std::pair<int, long>` has two.
std::vector<std::string> template_arguments(std::string_view spelling) {
  const std::size_t open = spelling.find('<');
  if (open == spelling.npos || !spelling.ends_with('>')) return {};
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (const char c : spelling.substr(open + 1, spelling.size() - open - 2)) {
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ',' && depth == 0)
      arguments.emplace_back();
    else if (c != ' ' || !arguments.back().empty())
      arguments.back() += c;
  }
  return arguments;
}

// What can be told of a type by its name alone.
Type named_type(const std::string& spelling) {
  Type type;
  type.spelling = spelling;
  if (spelling == "bool") type.category = TypeCategory::kBool;
  if (spelling == "float" || spelling == "double" || spelling == "long double")
    type.category = TypeCategory::kFloating;
  static constexpr std::string_view kIntegers[] = {
      "int",           "long",          "short",       "char",           "long long",         "unsigned int",
      "unsigned long", "unsigned char", "signed char", "unsigned short", "unsigned long long"};
  if (std::ranges::find(kIntegers, spelling) != std::end(kIntegers)) type.category = TypeCategory::kInteger;
  if (spelling == "std::string" || spelling.starts_with("std::basic_string<char"))
    type.category = TypeCategory::kText;
  // Whether it really is one, those who know how to make one know.
  if (type.category == TypeCategory::kOther && !spelling.ends_with('*') && !spelling.ends_with('&'))
    type.category = TypeCategory::kRecord;
  return type;
}

std::string without_spaces(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (c != ' ') result += c;
  return result;
}

class Values {
 public:
  Values(const std::vector<Assistant>& assistants, const std::vector<std::string>& factories)
      : assistants_(assistants), factories_(factories) {}

  std::vector<std::string> of(const Type& type, int depth = 0) const {
    if (is_made_by_factory(type, factories_)) return made_by_factory(type);
    switch (type.category) {
      case TypeCategory::kBool:
        return {"true", "false"};
      case TypeCategory::kInteger:
        return integers(type.spelling);
      case TypeCategory::kFloating:
        return {"1.0", "2.0", "0.5", "0.0", "-1.0"};
      case TypeCategory::kEnum:
        return type.enumerators;
      case TypeCategory::kText:
        return {"\"ab\"", "\"c\"", "\"abc\"", "\"\"", "\"b\""};
      case TypeCategory::kCallback:
        return callbacks(type);
      case TypeCategory::kPointer:
        return type.can_have_place ? places(type) : std::vector<std::string>{};
      case TypeCategory::kRecord:
        return depth < kDeepestAssistant ? records(type, depth) : std::vector<std::string>{};
      default:
        return {};
    }
  }

 private:
  static std::vector<std::string> made_by_factory(const Type& type) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < kFactoryValues; ++i)
      values.push_back("heddle::Factory<" + type.spelling + ">::make(" + std::to_string(i) + ")");
    return values;
  }

  // It does nothing, and returns what its type has without being told: the result comes before the
  // parenthesis.
  static std::vector<std::string> callbacks(const Type& type) {
    static constexpr std::string_view kOfTemplate = " (...)";  // it may be given anything
    if (type.spelling.ends_with(kOfTemplate)) {
      const std::string result = type.spelling.substr(0, type.spelling.size() - kOfTemplate.size());
      if (result == "bool") return {"returning<bool>(1)", "returning<bool>(0)"};
      if (result == "void" || result == "int") return {"returning<" + result + ">(1)"};
      return {"[](auto&&...) { return " + result + "{}; }"};
    }
    const std::vector<std::string> arguments = template_arguments(type.spelling);
    std::string signature = arguments.empty() ? type.spelling : arguments.front();
    std::string result = signature.substr(0, signature.find('('));
    while (result.ends_with(' ')) result.pop_back();
    if (result.empty() || result == "void" || result.find('&') != result.npos) return {"[](auto&&...) {}"};
    return {"[](auto&&...) { return " + result + "{}; }"};
  }

  static std::vector<std::string> places(const Type& type) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < kPlaces; ++i)
      values.push_back(std::string(kPlaceWord) + pointee_of(type).spelling + ">(" + std::to_string(i) + ")");
    return values;
  }

  std::vector<std::string> records(const Type& type, int depth) const {
    if (std::optional<std::vector<std::string>> known = standard(type, depth)) return *known;
    std::vector<std::string> values;
    for (const Assistant& assistant : assistants_) {
      if (assistant.type != type.spelling) continue;
      for (const std::vector<Parameter>& parameters : assistant.constructors)
        add_constructed(assistant, parameters, depth, values);
    }
    if (values.size() > kMostValues) values.resize(kMostValues);
    return values;
  }

  // The n-th value of every parameter, for each n that makes a difference.
  void add_constructed(const Assistant& assistant, const std::vector<Parameter>& parameters, int depth,
                       std::vector<std::string>& values) const {
    std::vector<std::vector<std::string>> each;
    std::size_t most = 1;
    for (const Parameter& parameter : parameters) {
      if (parameter.has_default) break;
      each.push_back(of(parameter.type, depth + 1));
      if (each.back().empty() || parameter.passing == Passing::kReference) return;
      most = std::max(most, each.back().size());
    }
    for (std::size_t n = 0; n < most && n < kMostValues / 2; ++n) {
      std::string text;
      for (const std::vector<std::string>& of_parameter : each)
        text += (text.empty() ? "" : ", ") + of_parameter[n % of_parameter.size()];
      values.push_back(assistant.type +
                       (each.empty() || assistant.is_aggregate ? "{" + text + "}" : "(" + text + ")"));
    }
  }

  std::optional<std::vector<std::string>> standard(const Type& type, int depth) const {
    const std::string_view spelling = type.spelling;
    const std::vector<std::string> arguments = template_arguments(spelling);
    if (arguments.empty()) return std::nullopt;
    const auto inner = [&](std::size_t i) { return of(named_type(arguments[i]), depth + 1); };
    const auto wrapped = [&](const std::string& before, const std::string& after) {
      std::vector<std::string> values = inner(0);
      for (std::string& value : values) value = before + value + after;
      return values;
    };
    if (spelling.starts_with("std::unique_ptr<"))
      return wrapped("std::make_unique<" + arguments[0] + ">(", ")");
    if (spelling.starts_with("std::shared_ptr<"))
      return wrapped("std::make_shared<" + arguments[0] + ">(", ")");
    if (spelling.starts_with("std::optional<")) return wrapped(type.spelling + "(", ")");
    if (spelling.starts_with("std::chrono::duration<"))
      return std::vector<std::string>{type.spelling + "(1)", type.spelling + "(0)"};
    for (const std::string_view sequence : {"std::vector<", "std::list<", "std::deque<", "std::set<"})
      if (spelling.starts_with(sequence)) {
        const std::vector<std::string> values = inner(0);
        if (values.size() < 2) return std::vector<std::string>{};
        return std::vector<std::string>{type.spelling + "{" + values[0] + ", " + values[1] + "}",
                                        type.spelling + "{" + values[1] + "}", type.spelling + "{}"};
      }
    if (spelling.starts_with("std::chrono::time_point<")) {
      const std::string now = arguments[0] + "::now()";
      return std::vector<std::string>{
          "std::chrono::time_point_cast<" + type.spelling + "::duration>(" + now +
              " + std::chrono::milliseconds(1))",
          "std::chrono::time_point_cast<" + type.spelling + "::duration>(" + now + ")"};
    }
    if (spelling.starts_with("std::pair<") || spelling.starts_with("std::tuple<"))
      return joined(type, arguments, depth);
    for (const std::string_view table : {"std::map<", "std::unordered_map<", "std::multimap<"})
      if (spelling.starts_with(table) && arguments.size() >= 2) {
        std::vector<std::string> values = joined(type, {arguments[0], arguments[1]}, depth);
        for (std::string& value : values)
          value = type.spelling + "{{" + value.substr(type.spelling.size() + 1);
        for (std::string& value : values) value = value.substr(0, value.size() - 1) + "}}";
        if (!values.empty()) values.push_back(type.spelling + "{}");
        return values;
      }
    if (spelling.starts_with("std::array<")) return wrapped(type.spelling + "{", "}");
    return std::nullopt;
  }

  // A value for each part, the first with the first.
  std::vector<std::string> joined(const Type& type, const std::vector<std::string>& parts, int depth) const {
    std::vector<std::string> values;
    for (const std::string& part : parts) {
      const std::vector<std::string> own = of(named_type(part), depth + 1);
      if (&part == parts.data()) values.assign(own.size(), type.spelling + "(");
      values.resize(std::min(values.size(), own.size()));
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += (&part == parts.data() ? "" : ", ") + own[i] + (&part == &parts.back() ? ")" : "");
    }
    return values;
  }

  const std::vector<Assistant>& assistants_;
  const std::vector<std::string>& factories_;
};

}  // namespace

bool is_made_by_factory(const Type& type, const std::vector<std::string>& factories) {
  return std::ranges::any_of(factories, [&](const std::string& made) {
    return without_spaces(made) == without_spaces(type.spelling);
  });
}

Type pointee_of(const Type& pointer) {
  std::string_view name = pointer.spelling;
  while (name.ends_with('*') || name.ends_with(' ')) name.remove_suffix(1);
  if (name.starts_with("const ")) name.remove_prefix(6);
  if (name.ends_with(" const")) name.remove_suffix(6);
  return named_type(std::string(name));
}

std::vector<std::string> argument_values(const Type& type, const std::vector<Assistant>& assistants,
                                         const std::vector<std::string>& factories) {
  return Values(assistants, factories).of(type);
}

}  // namespace heddle::classes
