// Types of parameters, and what no test calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace headers {

enum class Color { kRed, kGreen };

struct Point {
  int x;
  int y = 0;
};

class Name {
 public:
  explicit Name(std::string text) : text_(std::move(text)) {}
  Name(const Name&) = delete;

 private:
  std::string text_;
};

class Person {
 public:
  Person(const Name& name, Point home);
};

class Types {
 public:
  enum Plain { kFirst, kSecond };
  using Id = std::uint64_t;

  explicit Types(int size = 3);
  Types(const Types&) = default;
  Types& operator=(const Types&) = default;
  ~Types() = default;

  bool numbers(bool, char, unsigned, double);
  void bytes(std::byte);
  Color enums(Color, Plain);
  std::string texts(const std::string&, std::string_view, const char*);
  void callbacks(std::function<int(int)>, void (*)(int));
  void same(const Types&, Types*);
  void records(const Person&, Point);
  void moved(std::string&&);
  void out(int&);
  void id(Id);
  void pointer(int*);
  void overloaded(int);
  void overloaded(double);
  void with_default(int a, int b = 2);
  static int of_the_class();
  const std::string& reference() const;

  void deleted(int) = delete;
  void temporaries() &&;
  void variadic(int, ...);
  void iterator(std::vector<int>::iterator);
  void list(std::initializer_list<int>);
  void of_volatile() volatile;
  Types& operator+=(int);
  int operator[](std::size_t) const;
  int operator()(int);
  bool operator==(const Types&) const;
  operator bool() const;
  template <class T>
  void generic(T);
  template <class F>
  void for_each(F function) {
    std::lock_guard guard(mutex_);
    function(1);
  }

 private:
  std::mutex mutex_;
};

template <class T>
class Box {
 public:
  void put(T value) {
    std::lock_guard guard(mutex_);
    value_ = value;
  }
  T get() const { return value_; }

 private:
  mutable std::mutex mutex_;
  T value_{};
};

}  // namespace headers
