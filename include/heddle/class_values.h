// What a value of a class under test looks like, as the programs that `heddle class` writes tell it.
// Addresses differ from run to run: they are never told. C++17, and of the standard library only what is
// quickly read: every driver is compiled anew. What more takes is in heddle/class_library_values.h.
#pragma once

#include <sys/mman.h>
#include <unistd.h>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace heddle::driver {

template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(std::begin(std::declval<const T&>())),
                              decltype(std::end(std::declval<const T&>()))>> : std::true_type {};

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <typename T>
struct IsTuple : std::false_type {};
template <typename A, typename B>
struct IsTuple<std::pair<A, B>> : std::true_type {};
template <typename... A>
struct IsTuple<std::tuple<A...>> : std::true_type {};

// Specialised in heddle/class_library_values.h.
template <typename T>
struct IsOwner : std::false_type {};
template <typename T>
struct IsThreadId : std::false_type {};
template <typename T, typename = void>
struct IsStreamable : std::false_type {};
template <typename T>
struct Streamed;

// The name of an enumerator; empty: the value has none. Specialised by drivers.
template <typename T>
struct EnumeratorName {
  static std::string_view of(T) { return {}; }
};

// Objects that tests give pointers to: the same few for all calls, made anew with each object under test. The
// old ones stay, since something may still point at them.
template <typename T>
struct HasPlaces : std::false_type {};
inline constexpr std::size_t kPlaces = 3;
template <typename T>
inline T* places = nullptr;
template <typename T>
void make_places() {
  places<T> = new T[kPlaces]();
}
template <typename T>
T* place(std::size_t number) {
  return places<T> + number;
}

// Whether something of this process is there: a number that is an address, of an object or of a thread.
inline bool is_address(std::uint64_t value) {
  if (value <= 0xffffffff) return false;
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  unsigned char is_there;
  return mincore(reinterpret_cast<void*>(value & ~(page - 1)), 1, &is_there) == 0;
}

// The number that these digits are; the largest that there is, if it is larger than that.
inline std::uint64_t decimal(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char c : digits)
    if (__builtin_mul_overflow(value, std::uint64_t{10}, &value) ||
        __builtin_add_overflow(value, static_cast<std::uint64_t>(c - '0'), &value))
      return ~std::uint64_t{0};
  return value;
}

// The same in what a class prints of itself. A text is whatever takes pieces by +=.
template <typename Text>
void add_without_addresses(Text& text, std::string_view printed) {
  constexpr std::size_t kShortestAddress = 9;  // above four gigabytes, where stacks and heaps are
  for (std::size_t at = 0; at < printed.size();) {
    const bool is_hexadecimal = printed.substr(at, 2) == "0x";
    const std::size_t first = is_hexadecimal ? at + 2 : at;
    std::size_t end =
        printed.find_first_not_of(is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789", first);
    if (end > printed.size()) end = printed.size();
    const std::string_view digits = printed.substr(first, end - first);
    const bool is_number = digits.size() >= kShortestAddress && digits.size() <= 20;
    if (is_number && (is_hexadecimal || is_address(decimal(digits)))) {
      text += std::string_view("an address");
      at = end;
    } else {
      const std::size_t next = end > at ? end : at + 1;
      text += printed.substr(at, next - at);
      at = next;
    }
  }
}

template <typename Text, typename T>
void add_integer(Text& text, T value) {
  static_assert(sizeof value <= sizeof(std::uint64_t), "a number of more than 64 bits");
  char digits[21];
  std::size_t first = sizeof digits;
  const bool is_negative = value < T{0};
  auto rest = static_cast<std::uint64_t>(value);
  if (is_negative) rest = 0 - rest;
  for (; rest != 0 || first == sizeof digits; rest /= 10)
    digits[--first] = static_cast<char>('0' + rest % 10);
  if (is_negative) digits[--first] = '-';
  text += std::string_view(digits + first, sizeof digits - first);
}

// As a stream prints it.
template <typename Text>
void add_floating(Text& text, long double value) {
  char digits[40];
  text +=
      std::string_view(digits, static_cast<std::size_t>(std::snprintf(digits, sizeof digits, "%Lg", value)));
}

template <typename Text, typename T>
void describe(Text& text, const T& value) {
  using std::string_view;
  if constexpr (std::is_same_v<T, bool>) {
    text += string_view(value ? "true" : "false");
  } else if constexpr (std::is_same_v<T, char>) {
    const char quoted[] = {'\'', value, '\''};
    text += string_view(quoted, sizeof quoted);
  } else if constexpr (std::is_integral_v<T>) {
    if (sizeof value == 8 && is_address(static_cast<std::uint64_t>(value)))
      text += string_view("an address");
    else
      add_integer(text, value);
  } else if constexpr (std::is_floating_point_v<T>) {
    add_floating(text, value);
  } else if constexpr (std::is_enum_v<T>) {
    if (const string_view name = EnumeratorName<T>::of(value); !name.empty())
      text += name;
    else
      add_integer(text, static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_pointer_v<T> && !std::is_convertible_v<T, const char*>) {
    using Target = std::remove_cv_t<std::remove_pointer_t<T>>;
    if constexpr (HasPlaces<Target>::value) {
      for (std::size_t i = 0; i < kPlaces; ++i)
        if (value != nullptr && value == places<Target> + i) {
          text += string_view("place ");
          return add_integer(text, i);
        }
    }
    text += string_view(value == nullptr ? "null" : "a pointer");
  } else if constexpr (std::is_convertible_v<const T&, string_view>) {
    if constexpr (std::is_pointer_v<T>) {
      if (value == nullptr) {
        text += string_view("null");
        return;
      }
    }
    text += string_view("\"");
    add_without_addresses(text, string_view(value));
    text += string_view("\"");
  } else if constexpr (IsThreadId<T>::value) {
    text += string_view(value == T() ? "no thread" : "a thread");
  } else if constexpr (IsOptional<T>::value || IsOwner<T>::value) {
    if (value)
      describe(text, *value);
    else
      text += string_view(IsOwner<T>::value ? "null" : "nothing");
  } else if constexpr (IsTuple<T>::value) {
    text += string_view("(");
    string_view between;
    std::apply([&](const auto&... each) { ((text += between, between = ", ", describe(text, each)), ...); },
               value);
    text += string_view(")");
  } else if constexpr (IsRange<T>::value) {
    text += string_view("{");
    string_view between;
    for (const auto& each : value) {
      text += between;
      between = ", ";
      describe(text, each);
    }
    text += string_view("}");
  } else if constexpr (IsStreamable<T>::value) {
    Streamed<T>::add(text, value);
  } else {
    text += string_view("an object");
  }
}

}  // namespace heddle::driver
