#include "classes/driver_source.h"

#include <map>

namespace heddle::classes {

namespace {

class DriverWriter {
 public:
  DriverWriter(const Operations& operations, const SourceOptions& options)
      : operations_(operations), options_(options) {}

  std::string write() {
    line("// Written by heddle class: " + operations_.model().name + ", with its methods in a table.");
    for (const std::string& include : options_.includes) line("#include \"" + include + "\"");
    line("#include <heddle/class_driver.h>");
    line("");
    line("using Class = " + operations_.model().name + ";");
    line("using Context = heddle::driver::Context<Class>;");
    line("");
    line("namespace {");
    line("");
    for (const Operation& operation : operations_.constructors()) constructor(operation);
    for (const Operation& operation : operations_.methods()) method(operation);
    for (const std::size_t observer : operations_.observers()) observe(observer);
    line("}  // namespace");
    line("");
    line("int main() {");
    line("  heddle::driver::Table<Class> table;");
    table("constructors", "construct_", operations_.constructors().size());
    table("operations", "call_", operations_.methods().size());
    table("observers", "observe_", operations_.observers().size());
    line("  return heddle::driver::run(table);");
    line("}");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += text + '\n'; }

  void table(const std::string& name, const std::string& prefix, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      line("  table." + name + ".push_back(" + prefix + std::to_string(i) + ");");
  }

  // The expression of an argument; what it needs comes before.
  std::string argument(const Operation& operation, std::size_t number, std::string& before) {
    const Slot& slot = operation.slots[number];
    const std::string place = std::to_string(number);
    if (slot.kind == Slot::Kind::kTarget || slot.kind == Slot::Kind::kObject)
      return "context.object(" + place + ")";
    const Parameter& parameter = operations_.method_of(operation).parameters[slot.parameter];
    if (slot.kind == Slot::Kind::kOutput) {
      before += "  " + parameter.type.spelling + " output_" + place + "{};\n";
      return "output_" + place;
    }
    const std::string value = maker(parameter.type, slot.values) + "(context.seed(" + place + "))";
    if (!slot.takes_results) return value;
    before += "  const auto* earlier_" + place + " = context.earlier<" + parameter.type.spelling + ">(" +
              place + ");\n";
    return "earlier_" + place + " != nullptr ? *earlier_" + place + " : " + value;
  }

  // A function that makes the value of a seed, written before the operation that needs it first.
  std::string maker(const Type& type, const std::vector<std::string>& values) {
    const auto known = makers_.find(values);
    // A literal is no std::string yet, and a lambda no function: whoever takes it converts it.
    if (known != makers_.end() && known->second.type == type.spelling) return known->second.name;
    const std::string name = "value_" + std::to_string(count_++);
    makers_[values] = {type.spelling, name};
    line(type.spelling + " " + name + "(std::uint64_t seed) {");
    line("  switch (seed % " + std::to_string(values.size()) + ") {");
    for (std::size_t i = 0; i + 1 < values.size(); ++i)
      line("    case " + std::to_string(i) + ":\n      return " + values[i] + ";");
    line("    default:\n      return " + values.back() + ";");
    line("  }");
    line("}");
    line("");
    return name;
  }

  std::string arguments(const Operation& operation, std::string& before) {
    std::string text;
    for (std::size_t i = 0; i < operation.slots.size(); ++i)
      if (operation.slots[i].kind != Slot::Kind::kTarget)
        text += (text.empty() ? "" : ", ") + argument(operation, i, before);
    return text;
  }

  void constructor(const Operation& operation) {
    std::string before;
    const std::string given = arguments(operation, before);
    line("Class* construct_" + std::to_string(constructors_++) + "([[maybe_unused]] Context& context) {");
    text_ += before;
    line("  return new Class(" + given + ");");
    line("}");
    line("");
  }

  void method(const Operation& operation) {
    const Method& method = operations_.method_of(operation);
    std::string before;
    const std::string given = arguments(operation, before);
    const bool has_target = !operation.slots.empty() && operation.slots.front().kind == Slot::Kind::kTarget;
    const std::string object = method.is_static ? "Class::"
                               : has_target     ? "context.object(0)."
                                                : "context.only_object().";
    const std::string call = object + method.name + "(" + given + ")";
    line("void call_" + std::to_string(methods_++) + "(Context& context) {");
    text_ += before;
    if (method.returns.category == TypeCategory::kVoid) {
      line("  " + call + ";");
    } else if (method.returns_reference) {
      line("  static_cast<void>(" + call + ");  // what it refers to is not part of the call");
    } else {
      line("  auto&& result = " + call + ";");
      line("  context.returned(result);");
      if (operation.keeps_result) line("  context.keep<" + method.returns.spelling + ">(result);");
    }
    for (std::size_t i = 0; i < operation.slots.size(); ++i)
      if (operation.slots[i].kind == Slot::Kind::kOutput)
        line("  context.put_out(output_" + std::to_string(i) + ");");
    line("}");
    line("");
  }

  void observe(std::size_t number) {
    const Method& method = operations_.model().methods[number];
    line("void observe_" + std::to_string(observers_++) + "(const Class& object, std::string& text) {");
    line("  auto&& result = object." + method.name + "();");
    line("  text += \"" + method.name + "() is \";");
    line("  heddle::driver::describe(text, result);");
    line("}");
    line("");
  }

  struct Maker {
    std::string type;
    std::string name;
  };

  const Operations& operations_;
  const SourceOptions& options_;
  std::string text_;
  std::map<std::vector<std::string>, Maker> makers_;
  std::size_t count_ = 0, constructors_ = 0, methods_ = 0, observers_ = 0;
};

}  // namespace

std::string driver_source(const Operations& operations, const SourceOptions& options) {
  return DriverWriter(operations, options).write();
}

}  // namespace heddle::classes
