// Written by heddle class: Basket, with its methods in a table.
#include "basket.h"
#include <heddle/class_driver.h>

using Class = Basket;
using Context = heddle::driver::Context<Class>;

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

Class* construct_0([[maybe_unused]] Context& context) {
  return new Class(value_0(context.seed(0)));
}

void call_0(Context& context) {
  const auto* earlier_1 = context.earlier<int>(1);
  context.object(0).put(earlier_1 != nullptr ? *earlier_1 : value_0(context.seed(1)));
}

void call_1(Context& context) {
  int output_1{};
  auto&& result = context.object(0).try_take(output_1);
  context.returned(result);
  if (result) context.put_out(output_1);
}

void call_2(Context& context) {
  auto&& result = context.object(0).take();
  context.returned(result);
  context.keep<int>(result);
}

void call_3(Context& context) {
  auto&& result = context.object(0).last();
  context.returned(result);
}

void call_4(Context& context) {
  context.object(0).swap(context.object(1));
}

void call_5(Context& context) {
  auto&& result = context.object(0).label();
  context.returned(result);
}

void call_6(Context& context) {
  auto&& result = context.object(0).mark();
  context.returned(result);
}

void observe_0(const Class& object, std::string& text) {
  auto&& result = object.last();
  text += "last() is ";
  heddle::driver::describe(text, result);
}

void observe_1(const Class& object, std::string& text) {
  auto&& result = object.label();
  text += "label() is ";
  heddle::driver::describe(text, result);
}

}  // namespace

int main() {
  heddle::driver::Table<Class> table;
  table.constructors.push_back(construct_0);
  table.operations.push_back(call_0);
  table.operations.push_back(call_1);
  table.operations.push_back(call_2);
  table.operations.push_back(call_3);
  table.operations.push_back(call_4);
  table.operations.push_back(call_5);
  table.operations.push_back(call_6);
  table.observers.push_back(observe_0);
  table.observers.push_back(observe_1);
  return heddle::driver::run(table);
}
