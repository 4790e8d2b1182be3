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

int main() {
  Basket first(10);
  Basket second(10);
  first.put(1);
  try { static_cast<void>(second.take()); } catch (...) {}

  std::thread thread_1([&] {
    first.swap(second);
  });
  std::thread thread_2([&] {
    second.swap(first);
    { int output_1{}; static_cast<void>(first.try_take(output_1)); }
  });
  thread_1.join();
  thread_2.join();
}
