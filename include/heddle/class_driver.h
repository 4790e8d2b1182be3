// The programs that `heddle class` writes to test a class: a table of operations, each a function that makes
// a call with the arguments that it is given. What goes through a task's calls is the same for all classes
// and compiled once (src/classes/frame); the two know nothing of each other but this page. C++17.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <typeinfo>

#include <heddle/class_values.h>

namespace heddle::driver {

// What the frame and the table share are functions and structs of C: the class may be compiled by another
// compiler, for another standard, with a standard library that checks itself.
struct Text;
struct Results;

extern "C" {
void heddle_class_add(Text* text, const char* bytes, std::size_t size);
// The value that this call returned, for later ones; `destroy` deletes it.
void heddle_class_keep(Results* results, std::size_t call, const std::type_info* type, void* value,
                       void (*destroy)(void*));
// What that call kept; null: nothing of this type.
const void* heddle_class_kept(const Results* results, std::size_t call, const std::type_info* type);
}

struct Text {
  bool is_empty = true;

  Text& operator+=(std::string_view piece) {
    is_empty = is_empty && piece.empty();
    heddle_class_add(this, piece.data(), piece.size());
    return *this;
  }
};

// What tests give where a method takes a function: the one does nothing, the other changes the numbers that
// it may change. Both return an R.
template <typename R>
struct Returning {
  int result;
  template <typename... T>
  R operator()(T&&...) const {
    return R(result);
  }
};
template <typename R>
Returning<R> returning(int result) {
  return {result};
}

template <typename T>
void change(T& value) {
  if constexpr (std::is_arithmetic_v<T> && !std::is_const_v<T> && !std::is_same_v<T, bool>)
    value = static_cast<T>(value + 1);
}
template <typename R>
struct Increment {
  int result;
  template <typename... T>
  R operator()(T&&... given) const {
    (change(given), ...);
    return R(result);
  }
};
template <typename R>
Increment<R> increment(int result = 1) {
  return {result};
}

// A call that is to be made: of which objects, with which arguments.
struct Context {
  static constexpr std::uint64_t kFirstResult = 1000;

  void* const* objects;
  std::size_t object_count;
  const std::uint64_t* seeds;
  std::size_t seed_count;
  Text* text;  // what the call gives
  Results* results;
  std::size_t number;

  template <typename Class>
  Class& object(std::size_t argument) const {
    return *static_cast<Class*>(objects[seed(argument) % object_count]);
  }
  template <typename Class>
  Class& only_object() const {
    return *static_cast<Class*>(objects[0]);
  }
  std::uint64_t seed(std::size_t argument) const { return argument < seed_count ? seeds[argument] : 0; }

  void returned() {}
  template <typename T>
  void returned(const T& value) {
    describe(*text, value);
  }
  template <typename T>
  void put_out(const T& value) {
    *text += text->is_empty ? "gives " : " and gives ";
    describe(*text, value);
  }
  template <typename T>
  void keep(const T& value) {
    heddle_class_keep(results, number, &typeid(T), new T(value),
                      [](void* kept) { delete static_cast<T*>(kept); });
  }
  template <typename T>
  const T* earlier(std::size_t argument) const {
    const std::uint64_t given = seed(argument);
    if (given < kFirstResult) return nullptr;
    return static_cast<const T*>(heddle_class_kept(results, given - kFirstResult, &typeid(T)));
  }
};

using Constructor = void* (*)(Context&);
using Operation = void (*)(Context&);
using Observer = void (*)(const void*, Text&);

// Each list ends by a null pointer.
struct Table {
  const Constructor* constructors;
  const Operation* operations;
  const Observer* observers;
  void (*destroy)(void*);
};

extern "C" int heddle_class_run(const Table* table);

}  // namespace heddle::driver
