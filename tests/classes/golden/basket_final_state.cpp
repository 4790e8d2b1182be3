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
  Basket first(10);
  Basket second(10);

  std::string seen[2];
  std::thread thread_1([&] {
    { first.swap(second); seen[0] += std::string("returned") + "; "; }
  });
  std::thread thread_2([&] {
    { first.put(1); seen[1] += std::string("returned") + "; "; }
  });
  thread_1.join();
  thread_2.join();

  std::string all = seen[0] + "| " + seen[1];
  all += "then ";
  all += "last() is " + text_of(first.last());
  all += ", label() is " + text_of(first.label());
  all += ", last() is " + text_of(second.last());
  all += ", label() is " + text_of(second.label());
  // What the calls give one after the other, in whatever order.
  if (all == "returned; | returned; then last() is 1, label() is \"10\", last() is nothing, label() is \"10\"") return 0;
  if (all == "returned; | returned; then last() is nothing, label() is \"10\", last() is 1, label() is \"10\"") return 0;
  std::fprintf(stderr, "No order of the calls explains this: %s\n", all.c_str());
  std::abort();
}
