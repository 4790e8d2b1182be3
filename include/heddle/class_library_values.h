// What heddle/class_values.h leaves to those who need it, because of the headers: values of other classes of
// the standard library, and what a class prints of itself. Goes before the first use of describe().
#pragma once

#include <heddle/class_values.h>

#include <memory>
#include <sstream>
#include <string>
#include <thread>

namespace heddle::driver {

template <typename T>
struct IsOwner<std::shared_ptr<T>> : std::true_type {};
template <typename T, typename D>
struct IsOwner<std::unique_ptr<T, D>> : std::true_type {};

template <>
struct IsThreadId<std::thread::id> : std::true_type {};

template <typename T>
struct IsStreamable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>>
    : std::true_type {};

template <typename T>
struct Streamed {
  template <typename Text>
  static void add(Text& text, const T& value) {
    std::ostringstream stream;
    stream << value;
    add_without_addresses(text, stream.str());
  }
};

}  // namespace heddle::driver
