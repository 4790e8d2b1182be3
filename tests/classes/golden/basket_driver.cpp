// Written by heddle class: Basket, with its methods in a table.
#include "basket.h"
#include <heddle/class_driver.h>

using Class = Basket;

namespace {

int value_0(std::uint64_t seed) {
  switch (seed % 7) {
    case 0:
      return 1;
    case 1:
      return 2;
    case 2:
      return 0;
    case 3:
      return 3;
    case 4:
      return 5;
    case 5:
      return 10;
    default:
      return -1;
  }
}

void* construct_0([[maybe_unused]] heddle::driver::Context& context) {
  return new Class(value_0(context.seed(0)));
}

void call_0(heddle::driver::Context& context) {
  const auto* earlier_1 = context.earlier<int>(1);
  context.object<Class>(0).put(earlier_1 != nullptr ? *earlier_1 : value_0(context.seed(1)));
}

void call_1(heddle::driver::Context& context) {
  int output_1{};
  auto&& result = context.object<Class>(0).try_take(output_1);
  context.returned(result);
  if (result) context.put_out(output_1);
}

void call_2(heddle::driver::Context& context) {
  auto&& result = context.object<Class>(0).take();
  context.returned(result);
  context.keep<int>(result);
}

void call_3(heddle::driver::Context& context) {
  auto&& result = context.object<Class>(0).last();
  context.returned(result);
}

void call_4(heddle::driver::Context& context) {
  context.object<Class>(0).swap(context.object<Class>(1));
}

void call_5(heddle::driver::Context& context) {
  auto&& result = context.object<Class>(0).label();
  context.returned(result);
}

void call_6(heddle::driver::Context& context) {
  auto&& result = context.object<Class>(0).mark();
  context.returned(result);
}

void call_7(heddle::driver::Context& context) {
  context.object<Class>(0).refuse();
}

void call_8(heddle::driver::Context& context) {
  auto&& result = context.object<Class>(0).first();
  context.returned(result);
  context.keep<int>(result);
}

void observe_0(const void* object, heddle::driver::Text& text) {
  auto&& result = static_cast<const Class*>(object)->last();
  text += "last() is ";
  heddle::driver::describe(text, result);
}

void observe_1(const void* object, heddle::driver::Text& text) {
  auto&& result = static_cast<const Class*>(object)->label();
  text += "label() is ";
  heddle::driver::describe(text, result);
}

void observe_2(const void* object, heddle::driver::Text& text) {
  auto&& result = static_cast<const Class*>(object)->first();
  text += "first() is ";
  heddle::driver::describe(text, result);
}

}  // namespace

int main() {
  const heddle::driver::Constructor constructors[] = {
      construct_0,
      nullptr};
  const heddle::driver::Operation operations[] = {
      call_0,
      call_1,
      call_2,
      call_3,
      call_4,
      call_5,
      call_6,
      call_7,
      call_8,
      nullptr};
  const heddle::driver::Observer observers[] = {
      observe_0,
      observe_1,
      observe_2,
      nullptr};
  const heddle::driver::Table table = {constructors, operations, observers,
                                       [](void* object) { delete static_cast<Class*>(object); }};
  return heddle_class_run(&table);
}
