// What is wrong.
//
//   how to compile it
#include "basket.h"

#include <cxxabi.h>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace {

// How values are written.
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

}  // namespace

int main() {
  Basket object(10);

  std::string seen[2];
  std::atomic<int> clock{0};
  int began_1[2], ended_1[2];
  int began_2[1], ended_2[1];
  std::thread thread_1([&] {
    began_1[0] = ++clock;
    { object.put(1); seen[0] += std::string("returned") + "; "; }
    ended_1[0] = ++clock;
    began_1[1] = ++clock;
    { object.put(2); seen[0] += std::string("returned") + "; "; }
    ended_1[1] = ++clock;
  });
  std::thread thread_2([&] {
    began_2[0] = ++clock;
    seen[1] += "returned " + text_of(object.last()) + "; ";
    ended_2[0] = ++clock;
  });
  thread_1.join();
  thread_2.join();

  std::string all = seen[0] + "| " + seen[1];
  // Which of the calls were over before others began.
  const bool in_that_order =
      ended_1[1] < began_2[0];
  // No order of the calls gives this when they come so.
  if (!in_that_order || all != "returned; returned; | returned 1; ") return 0;
  std::fprintf(stderr, "No order of the calls explains this: %s\n", all.c_str());
  std::abort();
}
