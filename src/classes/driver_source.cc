#include "classes/driver_source.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "classes/argument_values.h"
#include "classes/method_words.h"

namespace heddle::classes {

namespace {

// Of how a type is spelled, what heddle/class_values.h has words for.
bool is_quickly_described(std::string_view spelling) {
  static const std::set<std::string_view> words = {
      "bool",        "char",          "double",      "float",         "int",
      "long",        "short",         "signed",      "unsigned",      "std::int8_t",
      "std::size_t", "std::int16_t",  "std::pair",   "std::int32_t",  "std::tuple",
      "std::string", "std::int64_t",  "std::vector", "std::uint8_t",  "std::optional",
      "std::list",   "std::uint16_t", "std::deque",  "std::uint32_t", "std::string_view",
      "std::set",    "std::uint64_t", "std::map"};
  const auto is_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':';
  };
  for (std::size_t at = 0; at < spelling.size();) {
    std::size_t end = at;
    while (end < spelling.size() && is_of_word(spelling[end])) ++end;
    if (end > at && !words.contains(spelling.substr(at, end - at))) return false;
    at = end + 1;
  }
  return true;
}

bool is_quickly_described(const Type& type) {
  switch (type.category) {
    case TypeCategory::kVoid:
    case TypeCategory::kBool:
    case TypeCategory::kInteger:
    case TypeCategory::kFloating:
    case TypeCategory::kEnum:
    case TypeCategory::kText:
    case TypeCategory::kPointer:
      return true;
    case TypeCategory::kRecord:
      return is_quickly_described(type.spelling);
    default:
      return false;
  }
}

// Whether a value may be told that takes more headers: most classes do without, and compile faster.
bool needs_library_values(const Operations& operations) {
  const auto is_quick = [&](const Operation& operation) {
    const Method& method = operations.method_of(operation);
    return (method.returns_reference || is_quickly_described(method.returns)) &&
           std::ranges::all_of(operation.slots, [&](const Slot& slot) {
             return !slot.is_output() || is_quickly_described(method.parameters[slot.parameter].type);
           });
  };
  return !std::ranges::all_of(operations.methods(), is_quick) ||
         !std::ranges::all_of(operations.observers(), [&](std::size_t method) {
           return is_quickly_described(operations.model().methods[method].returns);
         });
}

class DriverWriter {
 public:
  DriverWriter(const Operations& operations, const SourceOptions& options)
      : operations_(operations), options_(options) {}

  DriverSource write() {
    line("// Written by heddle class: " + operations_.model().name + ", with its methods in a table.");
    for (const std::string& include : options_.includes) line("#include \"" + include + "\"");
    line("#include <heddle/class_driver.h>");
    if (needs_library_values(operations_)) line("#include <heddle/class_library_values.h>");
    line("");
    facts_of_types();
    line("using Class = " + operations_.model().name + ";");
    line("");
    line("namespace {");
    line("");
    bool any = false;
    for (const std::string word : {"increment", "place", "returning"})
      if (operations_.gives(word + '<')) {
        line("using heddle::driver::" + word + ";");
        any = true;
      }
    if (any) line("");
    for (const Operation& operation : operations_.constructors()) constructor(operation);
    for (const Operation& operation : operations_.methods()) method(operation);
    for (const std::size_t observer : operations_.observers()) observe(observer);
    line("}  // namespace");
    line("");
    line("int main() {");
    list("Constructor", "constructors", "construct_", operations_.constructors().size());
    list("Operation", "operations", "call_", operations_.methods().size());
    list("Observer", "observers", "observe_", operations_.observers().size());
    line("  const heddle::driver::Table table = {constructors, operations, observers,");
    line("                                       [](void* object) { delete static_cast<Class*>(object); }};");
    line("  return heddle_class_run(&table);");
    line("}");
    source_.text = std::move(text_);
    return std::move(source_);
  }

 private:
  void line(const std::string& text) { text_ += text + '\n'; }

  // What is told of values by their types.
  void facts_of_types() {
    const std::set<std::string> placed = operations_.placed_types();
    const std::map<std::string, std::vector<std::string>> enumerations = operations_.told_enumerations();
    if (placed.empty() && enumerations.empty()) return;
    line("namespace heddle::driver {");
    for (const std::string& type : placed)
      line("template <>\nstruct HasPlaces<" + type + "> : std::true_type {};");
    for (const auto& [type, enumerators] : enumerations) {
      line("template <>\nstruct EnumeratorName<" + type + "> {");
      line("  static std::string_view of(" + type + " value) {");
      for (const std::string& each : enumerators)
        line("    if (value == " + each + ") return \"" + last_name_of(each) + "\";");
      line("    return {};\n  }\n};");
    }
    line("}  // namespace heddle::driver");
    line("");
  }

  // What is written from here on, up to finish().
  std::size_t begin() const { return static_cast<std::size_t>(std::ranges::count(text_, '\n')) + 1; }
  void finish(std::size_t first, std::size_t method) {
    source_.parts.push_back({first, begin() - 1, {method}});
  }

  void list(const std::string& type, const std::string& name, const std::string& prefix, std::size_t count) {
    line("  const heddle::driver::" + type + " " + name + "[] = {");
    for (std::size_t i = 0; i < count; ++i) line("      " + prefix + std::to_string(i) + ",");
    line("      nullptr};");
  }

  // The expression of an argument; what it needs comes before.
  std::string argument(const Operation& operation, std::size_t number, std::string& before) {
    const Slot& slot = operation.slots[number];
    const std::string place = std::to_string(number);
    if (slot.kind == Slot::Kind::kTarget || slot.kind == Slot::Kind::kObject)
      return "context.object<Class>(" + place + ")";
    const Parameter& parameter = operations_.method_of(operation).parameters[slot.parameter];
    if (const std::string variable = Operations::variable(operation, number); !variable.empty()) {
      std::vector<std::string> elements;
      for (std::size_t i = 0; slot.kind == Slot::Kind::kArray && i < Operations::kArrayLength; ++i)
        elements.push_back(maker(pointee_of(parameter.type), slot.values, operation.method) +
                           "(context.seed(" + place + ") + " + std::to_string(i) + ")");
      const std::string declared = operations_.declaration(operation, number, elements);
      if (!declared.empty()) before += "  " + declared + '\n';
      return variable;
    }
    if (parameter.type.category == TypeCategory::kCallback && slot.values.size() == 1)
      return slot.values.front();
    std::string value =
        maker(parameter.type, slot.values, operation.method) + "(context.seed(" + place + "))";
    if (!slot.takes_results) return value;
    before += "  const auto* earlier_" + place + " = context.earlier<" + parameter.type.spelling + ">(" +
              place + ");\n";
    return "earlier_" + place + " != nullptr ? *earlier_" + place + " : " + value;
  }

  // A function that makes the value of a seed, written before the operation that needs it first.
  std::string maker(const Type& type, const std::vector<std::string>& values, std::size_t method) {
    const auto known = makers_.find({type.spelling, values});
    if (known != makers_.end()) {
      source_.parts[known->second.part].methods.insert(method);
      return known->second.name;
    }
    const std::string name = "value_" + std::to_string(makers_.size());
    const std::size_t first = begin();
    line((type.category == TypeCategory::kCallback ? "auto" : type.spelling) + " " + name +
         "(std::uint64_t seed) {");
    line("  switch (seed % " + std::to_string(values.size()) + ") {");
    for (std::size_t i = 0; i + 1 < values.size(); ++i)
      line("    case " + std::to_string(i) + ":\n      return " + values[i] + ";");
    line("    default:\n      return " + values.back() + ";");
    line("  }");
    line("}");
    line("");
    makers_[{type.spelling, values}] = {name, source_.parts.size()};
    finish(first, method);
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
    const std::size_t first = begin();
    line("void* construct_" + std::to_string(constructors_++) +
         "([[maybe_unused]] heddle::driver::Context& context) {");
    for (const std::string& type : operations_.placed_types())
      line("  heddle::driver::make_places<" + type + ">();");
    text_ += before;
    line("  return new Class(" + given + ");");
    line("}");
    line("");
    finish(first, operation.method);
  }

  void method(const Operation& operation) {
    const Method& method = operations_.method_of(operation);
    std::string before;
    const std::string given = arguments(operation, before);
    const bool has_target = !operation.slots.empty() && operation.slots.front().kind == Slot::Kind::kTarget;
    const std::string object = method.is_static ? "Class::"
                               : has_target     ? "context.object<Class>(0)."
                                                : "context.only_object<Class>().";
    const std::string call = object + method.name + method.template_arguments + "(" + given + ")";
    const std::size_t first = begin();
    line("void call_" + std::to_string(methods_++) + "(heddle::driver::Context& context) {");
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
    // By custom, false means that nothing was given.
    const std::string condition =
        method.returns.category == TypeCategory::kBool && !method.returns_reference ? "if (result) " : "";
    for (std::size_t i = 0; i < operation.slots.size(); ++i)
      if (operation.slots[i].is_output())
        line("  " + condition + "context.put_out(output_" + std::to_string(i) + ");");
    line("}");
    line("");
    finish(first, operation.method);
  }

  void observe(std::size_t number) {
    const Method& method = operations_.model().methods[number];
    const std::size_t first = begin();
    line("void observe_" + std::to_string(observers_++) +
         "(const void* object, heddle::driver::Text& text) {");
    line("  auto&& result = static_cast<const Class*>(object)->" + method.name + "();");
    line("  text += \"" + method.name + "() is \";");
    line("  heddle::driver::describe(text, result);");
    line("}");
    line("");
    finish(first, number);
  }

  struct Maker {
    std::string name;
    std::size_t part = 0;
  };

  const Operations& operations_;
  const SourceOptions& options_;
  std::string text_;
  DriverSource source_;
  std::map<std::pair<std::string, std::vector<std::string>>, Maker> makers_;  // by type and values
  std::size_t constructors_ = 0, methods_ = 0, observers_ = 0;
};

}  // namespace

DriverSource driver_source(const Operations& operations, const SourceOptions& options) {
  return DriverWriter(operations, options).write();
}

std::set<std::size_t> DriverSource::blamed(std::string_view compiler_output,
                                           std::string_view file_name) const {
  std::set<std::size_t> methods;
  const std::string mark = std::string(file_name) + ":";
  for (std::size_t at = compiler_output.find(mark); at != std::string::npos;
       at = compiler_output.find(mark, at + mark.size())) {
    std::size_t line = 0;
    for (std::size_t i = at + mark.size();
         i < compiler_output.size() && compiler_output[i] >= '0' && compiler_output[i] <= '9'; ++i)
      line = 10 * line + static_cast<std::size_t>(compiler_output[i] - '0');
    for (const Part& part : parts)
      if (part.first <= line && line <= part.last) methods.insert(part.methods.begin(), part.methods.end());
  }
  return methods;
}

}  // namespace heddle::classes
