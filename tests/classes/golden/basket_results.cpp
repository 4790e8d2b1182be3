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
std::string text_of(bool value) { return value ? "true" : "false"; }
template <typename T>
std::string text_of(T number) { return std::to_string(number); }

// The name of what was caught.
std::string caught() {
  const char* type = abi::__cxa_current_exception_type()->name();
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type, nullptr, nullptr, &status), std::free);
  return name ? name.get() : type;
}

// What a call gives: its result, or the exception.
template <typename Call>
std::string outcome_of(Call call) {
  try {
    return call();
  } catch (...) {
    return "threw " + caught();
  }
}

}  // namespace

int main() {
  Basket object(10);
  object.put(2);

  std::string seen[2];
  std::thread thread_1([&] {
    seen[0] += outcome_of([&] { return "returned " + text_of(object.take()); }) + "; ";
    { object.put(0); seen[0] += std::string("returned") + "; "; }
  });
  std::thread thread_2([&] {
    { int output_1{}; auto result = object.try_take(output_1); seen[1] += "returned " + text_of(result) + (result ? " and gives " + text_of(output_1) : std::string()) + "; "; }
  });
  thread_1.join();
  thread_2.join();

  std::string all = seen[0] + "| " + seen[1];
  // What the calls give one after the other, in whatever order.
  if (all == "returned 2; returned; | returned false and gives 0; ") return 0;
  if (all == "returned 2; returned; | returned true and gives 0; ") return 0;
  if (all == "threw std::out_of_range; returned; | returned true and gives 2; ") return 0;
  std::fprintf(stderr, "No order of the calls explains this: %s\n", all.c_str());
  std::abort();
}
