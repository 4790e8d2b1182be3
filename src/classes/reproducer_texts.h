// Pieces of the programs that reproducer.cc writes. Values must read as what the driver tells
// (include/heddle/class_values.h).
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace heddle::classes {

inline constexpr char kTexts[] = R"(// How values are written.
template <typename T, template <typename...> class Of>
struct IsA : std::false_type {};
template <template <typename...> class Of, typename... Parts>
struct IsA<Of<Parts...>, Of> : std::true_type {};
template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(std::begin(std::declval<const T&>())), decltype(std::end(std::declval<const T&>()))>>
    : std::true_type {};
template <typename T, typename = void>
struct IsStreamable : std::false_type {};
template <typename T>
struct IsStreamable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>>
    : std::true_type {};

template <typename T>
std::string text_of(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, char>) {
    return {'\'', value, '\''};
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_pointer_v<T> && !std::is_convertible_v<T, const char*>) {
    return value == nullptr ? "null" : "a pointer";
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    if constexpr (std::is_pointer_v<T>)
      if (value == nullptr) return "null";
    return '"' + std::string(std::string_view(value)) + '"';
  } else if constexpr (IsA<T, std::optional>::value) {
    return value ? text_of(*value) : "nothing";
  } else if constexpr (IsA<T, std::shared_ptr>::value || IsA<T, std::unique_ptr>::value) {
    return value ? text_of(*value) : "null";
  } else if constexpr (IsA<T, std::pair>::value || IsA<T, std::tuple>::value) {
    std::string text = "(";
    const char* between = "";
    std::apply([&](const auto&... each) { ((text += between + text_of(each), between = ", "), ...); }, value);
    return text + ')';
  } else if constexpr (IsRange<T>::value) {
    std::string text = "{";
    const char* between = "";
    for (const auto& each : value) text += between + text_of(each), between = ", ";
    return text + '}';
  } else if constexpr (IsStreamable<T>::value) {
    std::ostringstream stream;
    stream << value;
    return stream.str();
  } else {
    return "an object";
  }
}

)";

// For results with addresses in them: these functions before the others, and in place of some of their lines.
inline constexpr char kAddresses[] = R"(// Addresses differ from run to run: they are not compared.
bool is_address(std::uint64_t value) {
  if (value <= 0xffffffff) return false;
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  unsigned char is_there;
  return mincore(reinterpret_cast<void*>(value & ~(page - 1)), 1, &is_there) == 0;
}

std::string without_addresses(std::string_view text) {
  constexpr std::size_t kShortestAddress = 9;  // above four gigabytes, where stacks and heaps are
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool is_hexadecimal = text.substr(at, 2) == "0x";
    const std::size_t first = is_hexadecimal ? at + 2 : at;
    const std::size_t end = std::min(
        text.find_first_not_of(is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789", first), text.size());
    const std::string digits(text.substr(first, end - first));
    const bool is_number = digits.size() >= kShortestAddress && digits.size() <= 20;
    if (is_number && (is_hexadecimal || is_address(std::strtoull(digits.c_str(), nullptr, 10)))) {
      result += "an address";
      at = end;
    } else {
      const std::size_t next = std::max(end, at + 1);
      result += text.substr(at, next - at);
      at = next;
    }
  }
  return result;
}

)";
inline constexpr std::pair<std::string_view, std::string_view> kWithoutAddresses[] = {
    {"    return std::to_string(value);\n",
     "    return sizeof value == 8 && is_address(static_cast<std::uint64_t>(value)) ? \"an address\" : "
     "std::to_string(value);\n"},
    {"    return '\"' + std::string(std::string_view(value)) + '\"';\n",
     "    return '\"' + without_addresses(std::string_view(value)) + '\"';\n"
     "  } else if constexpr (std::is_same_v<T, std::thread::id>) {\n"
     "    return value == std::thread::id() ? \"no thread\" : \"a thread\";\n"},
    {"    return stream.str();\n", "    return without_addresses(stream.str());\n"},
};

// Functions and objects that tests give to methods, as include/heddle/class_driver.h and class_values.h have
// them.
inline constexpr char kFunctions[] =
    R"(// What methods are given to call: it does nothing, or adds one to the numbers that it may change.
template <typename R>
auto returning(int result) {
  return [result](auto&&...) { return R(result); };
}
template <typename T>
void change(T& value) {
  if constexpr (std::is_arithmetic_v<T> && !std::is_const_v<T> && !std::is_same_v<T, bool>)
    value = static_cast<T>(value + 1);
}
template <typename R>
auto increment(int result = 1) {
  return [result](auto&&... given) { (change(given), ...); return R(result); };
}

)";

inline std::string place_texts(const std::set<std::string>& types) {
  std::string text = R"(// What methods are given pointers to.
template <typename T>
T places[3]{};
template <typename T>
T* place(int number) { return &places<T>[number]; }
template <typename T>
std::string pointer_text(T*) { return "a pointer"; }
)";
  for (const std::string& type : types)
    text += "[[maybe_unused]] std::string pointer_text(const " + type +
            "* value) {\n  for (int i = 0; i < 3; ++i)\n    if (value == place<" + type +
            ">(i)) return \"place \" + std::to_string(i);\n  return \"a pointer\";\n}\n[[maybe_unused]] "
            "std::string "
            "pointer_text(" +
            type + "* value) { return pointer_text(static_cast<const " + type + "*>(value)); }\n";
  return text + '\n';
}

// kTexts, with addresses or without.
inline std::string value_texts(bool hides_addresses, bool has_places = false) {
  std::string text = kTexts;
  constexpr std::string_view kPointer = "value == nullptr ? \"null\" : \"a pointer\"";
  if (has_places)
    text.replace(text.find(kPointer), kPointer.size(), "value == nullptr ? \"null\" : pointer_text(value)");
  if (!hides_addresses) return text;
  for (const auto& [plain, hiding] : kWithoutAddresses) text.replace(text.find(plain), plain.size(), hiding);
  return kAddresses + text;
}

// For results that need no more, each where there is one.
inline constexpr char kBoolText[] = R"(std::string text_of(bool value) { return value ? "true" : "false"; }
)";
inline constexpr char kStringText[] =
    R"(std::string text_of(const std::string& value) { return '"' + value + '"'; }
)";
inline constexpr char kNumberText[] = R"(template <typename T>
std::string text_of(T number) { return std::to_string(number); }
)";

inline constexpr char kThrown[] = R"(// The name of what was caught.
std::string caught() {
  const char* type = abi::__cxa_current_exception_type()->name();
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type, nullptr, nullptr, &status), std::free);
  return name ? name.get() : type;
}

)";

inline constexpr char kOutcome[] = R"(// What a call gives: its result, or the exception.
template <typename Call>
std::string outcome_of(Call call) {
  try {
    return call();
  } catch (...) {
    return "threw " + caught();
  }
}

)";

inline constexpr char kState[] = R"(// What a method says about the object at the end.
template <typename Look>
std::string state_of(Look look) {
  try {
    return look();
  } catch (...) {
    return "throws " + caught();
  }
}

)";

}  // namespace heddle::classes
