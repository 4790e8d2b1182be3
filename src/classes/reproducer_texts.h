// Pieces of the programs that reproducer.cc writes. Values must read as what the driver tells
// (include/heddle/class_driver.h).
#pragma once

namespace heddle::classes {

inline constexpr char kTexts[] = R"(// How values are written.
[[maybe_unused]] std::string text_of(bool value) { return value ? "true" : "false"; }
[[maybe_unused]] std::string text_of(char value) { return {'\'', value, '\''}; }
[[maybe_unused]] std::string text_of(std::string_view value) { return '"' + std::string(value) + '"'; }
[[maybe_unused]] std::string text_of(const char* value) { return value == nullptr ? "null" : '"' + std::string(value) + '"'; }
[[maybe_unused]] std::string text_of(const std::string& value) { return '"' + value + '"'; }
template <typename T>
std::string text_of(const T& value);
template <typename T>
std::string text_of(const std::optional<T>& value) { return value ? text_of(*value) : "nothing"; }
template <typename T>
std::string text_of(const std::shared_ptr<T>& value) { return value ? text_of(*value) : "null"; }
template <typename T>
std::string text_of(const std::unique_ptr<T>& value) { return value ? text_of(*value) : "null"; }
template <typename A, typename B>
std::string text_of(const std::pair<A, B>& value) { return '(' + text_of(value.first) + ", " + text_of(value.second) + ')'; }
template <typename T>
std::string text_of(T* const& value) { return value == nullptr ? "null" : "a pointer"; }

template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(std::begin(std::declval<const T&>()))>> : std::true_type {};
template <typename T, typename = void>
struct IsStreamable : std::false_type {};
template <typename T>
struct IsStreamable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>>
    : std::true_type {};

template <typename T>
std::string text_of(const T& value) {
  if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (IsRange<T>::value) {
    std::string text = "{";
    for (const auto& each : value) text += (text.size() == 1 ? "" : ", ") + text_of(each);
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
