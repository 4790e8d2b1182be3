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
#include <typeinfo>
#include <utility>

namespace {

// How values are written.
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(char value) { return {'\'', value, '\''}; }
std::string text_of(std::string_view value) { return '"' + std::string(value) + '"'; }
std::string text_of(const char* value) { return '"' + std::string(value) + '"'; }
std::string text_of(const std::string& value) { return '"' + value + '"'; }
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
  all += std::string("last() is ") + text_of(first.last());
  all += std::string(", label() is ") + text_of(first.label());
  all += std::string(", last() is ") + text_of(second.last());
  all += std::string(", label() is ") + text_of(second.label());
  // What the calls give one after the other, in whatever order.
  if (all == "returned; | returned; then last() is 1, label() is \"10\", last() is nothing, label() is \"10\"") return 0;
  if (all == "returned; | returned; then last() is nothing, label() is \"10\", last() is 1, label() is \"10\"") return 0;
  std::fprintf(stderr, "No order of the calls explains this: %s\n", all.c_str());
  std::abort();
}
