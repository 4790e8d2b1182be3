// What heddle-class-model says of the small headers in headers/: each names one way to lock or to reach a
// field.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "tests/classes/model_program.h"

namespace heddle::classes::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kHeaders = HEDDLE_TEST_HEADERS;

std::string text_of(const HeldLock& held) {
  std::string text = held.owner == LockOwner::kAnother     ? "another's "
                     : held.owner == LockOwner::kEverybody ? "everybody's "
                                                           : "";
  return text + held.lock + (held.mode == LockMode::kShared ? " shared" : "");
}

std::string locks_of(const FieldAccess& access) {
  std::string text;
  for (const HeldLock& held : access.held) text += (text.empty() ? "" : ", ") + text_of(held);
  return " {" + text + "}";
}

// Fields in the order of their first access under these locks.
std::string described(const Method& method) {
  struct Uses {
    bool reads = false, writes = false, is_atomic = false;
  };
  std::vector<std::tuple<std::string, std::string, std::uint32_t>> order;
  std::map<std::tuple<std::string, std::string, std::uint32_t>, Uses> uses;
  for (const FieldAccess& access : method.accesses) {
    const std::uint32_t section =
        access.held.empty() || method.critical_sections > 3 ? 0 : access.held.front().critical_section;
    const auto key = std::tuple(access.field, locks_of(access), section);
    if (!uses.contains(key)) order.push_back(key);
    Uses& use = uses[key];
    (access.type == AccessType::kRead ? use.reads : use.writes) = true;
    use.is_atomic |= access.is_atomic;
  }
  std::vector<std::string> parts;
  for (const auto& key : order) {
    const Uses& use = uses[key];
    const std::string part = std::get<0>(key) + " " + (use.reads ? "r" : "") + (use.writes ? "w" : "") +
                             (use.is_atomic ? "a" : "") + std::get<1>(key);
    if (!std::ranges::count(parts, part)) parts.push_back(part);
  }
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  if (text.empty()) text = "{}";
  if (method.critical_sections > 1) text += "; " + std::to_string(method.critical_sections) + " sections";
  if (method.whole_body_lock) text += "; all under " + text_of(*method.whole_body_lock);
  if (!method.not_seen.empty()) text += "; " + std::to_string(method.not_seen.size()) + " not seen";
  if (method.takes_callback) text += "; callback";
  if (method.takes_another_instance) text += "; another instance";
  return text;
}

// The text after `//=`, by the number of the line that follows.
std::map<std::uint32_t, std::string> expected_in(const std::string& header) {
  std::map<std::uint32_t, std::string> expected;
  std::ifstream file(header);
  std::string line;
  for (std::uint32_t number = 1; std::getline(file, line); ++number)
    if (const auto mark = line.find("//= "); mark != std::string::npos)
      expected[number + 1] = line.substr(mark + 4);
  return expected;
}

void expect_as_written(const std::string& name, const std::string& class_name, std::size_t methods) {
  const auto model = model_of(kHeaders + name, class_name);
  ASSERT_TRUE(model.ok()) << model.error();
  std::map<std::uint32_t, const Method*> by_line;
  for (const Method& method : model->methods) by_line[method.line] = &method;
  const auto expected = expected_in(kHeaders + name);
  EXPECT_THAT(expected, SizeIs(methods));
  for (const auto& [line, text] : expected) {
    ASSERT_TRUE(by_line.contains(line)) << name << ':' << line;
    std::string unseen;
    for (const std::string& sentence : by_line[line]->not_seen) unseen += sentence + '\n';
    EXPECT_EQ(described(*by_line[line]), text) << name << ':' << line << ' ' << by_line[line]->name << '\n'
                                               << unseen;
  }
}

TEST(ClassModel, KnowsWhichLocksAreHeld) {
  expect_as_written("locks.h", "headers::Locks", 35);
}

TEST(ClassModel, KnowsWhichFieldsAreReachedHow) {
  expect_as_written("fields.h", "Fields", 53);
}

TEST(ClassModel, BelievesAttributes) {
  expect_as_written("attributes.h", "Attributes", 3);
}

class ClassModelTypes : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const auto model = model_of(kHeaders + "types.h", "headers::Types");
    ASSERT_TRUE(model.ok()) << model.error();
    model_ = new ClassModel(*model);
  }
  static void TearDownTestSuite() { delete std::exchange(model_, nullptr); }

  static const Method& method(const std::string& name, std::uint32_t overload = 0) {
    for (const Method& each : model_->methods)
      if (each.name == name && each.overload == overload) return each;
    ADD_FAILURE() << "there is no method " << name;
    return model_->methods.front();
  }
  static std::vector<std::string> parameters(const Method& method) {
    static const std::map<TypeCategory, std::string> kNames = {
        {TypeCategory::kBool, "bool"},         {TypeCategory::kInteger, "integer"},
        {TypeCategory::kFloating, "floating"}, {TypeCategory::kEnum, "enum"},
        {TypeCategory::kText, "text"},         {TypeCategory::kCallback, "callback"},
        {TypeCategory::kSameClass, "same"},    {TypeCategory::kRecord, "record"},
        {TypeCategory::kPointer, "pointer"},   {TypeCategory::kIterator, "iterator"},
        {TypeCategory::kOther, "other"}};
    static const std::map<Passing, std::string> kPassing = {{Passing::kValue, ""},
                                                            {Passing::kConstReference, " const&"},
                                                            {Passing::kReference, "&"},
                                                            {Passing::kRvalueReference, "&&"}};
    std::vector<std::string> found;
    for (const Parameter& each : method.parameters)
      found.push_back(each.type.spelling + kPassing.at(each.passing) + ": " + kNames.at(each.type.category));
    return found;
  }
  static const Assistant* assistant(const std::string& type) {
    for (const Assistant& each : model_->assistants)
      if (each.type == type) return &each;
    return nullptr;
  }

  static ClassModel* model_;
};
ClassModel* ClassModelTypes::model_ = nullptr;

TEST_F(ClassModelTypes, Parameters) {
  EXPECT_THAT(parameters(method("numbers")),
              ElementsAre("bool: bool", "char: integer", "unsigned int: integer", "double: floating"));
  EXPECT_THAT(parameters(method("bytes")), ElementsAre("std::byte: integer"));
  EXPECT_THAT(parameters(method("enums")),
              ElementsAre("headers::Color: enum", "headers::Types::Plain: enum"));
  EXPECT_THAT(parameters(method("texts")),
              ElementsAre("std::string const&: text", "std::string_view: text", "const char *: text"));
  EXPECT_THAT(parameters(method("callbacks")),
              ElementsAre("std::function<int (int)>: callback", "void (*)(int): callback"));
  EXPECT_THAT(parameters(method("same")),
              ElementsAre("headers::Types const&: same", "headers::Types *: pointer"));
  EXPECT_THAT(parameters(method("records")),
              ElementsAre("headers::Person const&: record", "headers::Point: record"));
  EXPECT_THAT(parameters(method("moved")), ElementsAre("std::string&&: text"));
  EXPECT_THAT(parameters(method("out")), ElementsAre("int&: integer"));
  EXPECT_THAT(parameters(method("id")), ElementsAre("unsigned long: integer"));
  EXPECT_THAT(parameters(method("pointer")), ElementsAre("int *: pointer"));
  EXPECT_TRUE(method("callbacks").takes_callback);
  EXPECT_TRUE(method("same").takes_another_instance);
}

TEST_F(ClassModelTypes, Enumerators) {
  EXPECT_THAT(method("enums").parameters[0].type.enumerators,
              ElementsAre("headers::Color::kRed", "headers::Color::kGreen"));
  EXPECT_THAT(method("enums").parameters[1].type.enumerators,
              ElementsAre("headers::Types::kFirst", "headers::Types::kSecond"));
  EXPECT_EQ(method("enums").returns.spelling, "headers::Color");
}

TEST_F(ClassModelTypes, OverloadsDefaultsAndReferences) {
  EXPECT_THAT(parameters(method("overloaded", 1)), ElementsAre("double: floating"));
  EXPECT_FALSE(method("with_default").parameters[0].has_default);
  EXPECT_TRUE(method("with_default").parameters[1].has_default);
  EXPECT_TRUE(method("of_the_class").is_static);
  EXPECT_TRUE(method("reference").returns_reference);
  EXPECT_TRUE(method("reference").is_const);
  EXPECT_TRUE(method("Types").is_constructor);
  EXPECT_THAT(parameters(method("Types")), ElementsAre("int: integer"));
}

TEST_F(ClassModelTypes, AssistantsMakeWhatParametersNeed) {
  const Assistant* person = assistant("headers::Person");
  ASSERT_NE(person, nullptr);
  ASSERT_THAT(person->constructors, SizeIs(1));
  EXPECT_FALSE(person->is_aggregate);
  EXPECT_EQ(person->constructors[0][0].type.spelling, "headers::Name");
  EXPECT_FALSE(person->constructors[0][0].type.is_copyable);
  EXPECT_FALSE(person->constructors[0][0].type.is_default_constructible);

  const Assistant* name = assistant("headers::Name");
  ASSERT_NE(name, nullptr);
  ASSERT_THAT(name->constructors, SizeIs(1));
  EXPECT_EQ(name->constructors[0][0].type.spelling, "std::string");

  const Assistant* point = assistant("headers::Point");
  ASSERT_NE(point, nullptr);
  EXPECT_TRUE(point->is_aggregate);
  ASSERT_THAT(point->constructors, SizeIs(1));
  EXPECT_THAT(point->constructors[0], SizeIs(2));
}

TEST_F(ClassModelTypes, WhatIsNotCalledSaysWhy) {
  EXPECT_EQ(method("deleted").not_callable, "It is deleted.");
  EXPECT_EQ(method("temporaries").not_callable, "It is for temporary objects only.");
  EXPECT_EQ(method("variadic").not_callable, "It takes any number of arguments.");
  EXPECT_EQ(method("iterator").not_callable, "It takes an iterator.");
  EXPECT_EQ(method("list").not_callable, "It takes a list of initial values.");
  EXPECT_EQ(method("of_volatile").not_callable, "It is for volatile objects only.");
  EXPECT_EQ(method("operator+=").not_callable, "It is an operator.");
  EXPECT_EQ(method("operator bool").not_callable, "It is a conversion.");
  EXPECT_EQ(method("generic").not_callable, "It is a template, and its body is not in the header.");
  EXPECT_EQ(method("operator[]").not_callable, "");
  EXPECT_EQ(method("operator()").not_callable, "");
  EXPECT_EQ(method("operator==").not_callable, "");
  EXPECT_EQ(method("for_each").not_callable, "");
  EXPECT_EQ(method("for_each").parameters[0].type.category, TypeCategory::kCallback);
  EXPECT_TRUE(method("for_each").takes_callback);
}

// Their first function that compiles, with types of the class.
TEST(ClassModel, InstantiatesMemberTemplates) {
  const auto model = model_of(kHeaders + "member_templates.h", "headers::Table<int>");
  ASSERT_TRUE(model.ok()) << model.error();
  const auto parameters = [&](const std::string& name) {
    std::vector<std::string> types;
    for (const Method& method : model->methods)
      if (method.name == name)
        for (const Parameter& parameter : method.parameters) types.push_back(parameter.type.spelling);
    return types;
  };
  const auto role = [&](const std::string& name, std::size_t i) {
    for (const Method& method : model->methods)
      if (method.name == name) return method.parameters.at(i).role;
    return ParameterRole::kNone;
  };
  for (const Method& method : model->methods)
    if (method.name != "impossible") {
      EXPECT_EQ(method.not_callable, "") << method.name;
    }
  EXPECT_THAT(parameters("put"), ElementsAre("int", "long"));
  EXPECT_THAT(parameters("update"), ElementsAre("int", "void (...)"));
  EXPECT_THAT(parameters("erase_if"), ElementsAre("bool (...)"));
  EXPECT_THAT(parameters("emplace"), ElementsAre("int", "long"));
  EXPECT_THAT(parameters("put_bulk"), ElementsAre("const long *", "std::size_t"));
  EXPECT_EQ(role("put_bulk", 0), ParameterRole::kArray);
  EXPECT_EQ(role("put_bulk", 1), ParameterRole::kCount);
  EXPECT_EQ(role("take_bulk", 0), ParameterRole::kOutputArray);
  EXPECT_EQ(role("put_range", 0), ParameterRole::kArray);
  EXPECT_EQ(role("put_range", 1), ParameterRole::kArrayEnd);
  for (const Method& method : model->methods) {
    if (method.name == "step") {
      EXPECT_EQ(method.template_arguments, "<1>");
    }
    if (method.name == "impossible") {
      EXPECT_EQ(method.not_callable,
                "It is a template, and does not compile with any of the types that were tried.");
    }
    if (method.name == "put") {
      EXPECT_EQ(described(method), "values_ rw {mutex_}; all under mutex_");
    }
  }
}

TEST(ClassModel, AddsStandardHeadersThatAreMissing) {
  const auto model = model_of(kHeaders + "not_self_contained.h", "headers::Forgetful");
  ASSERT_TRUE(model.ok()) << model.error();
  EXPECT_THAT(model->notes, ElementsAre("The header needs <array> and does not include it; the tests do."));
  EXPECT_THAT(model->flags, ElementsAre("-std=c++20", "-include", "array"));
}

TEST(ClassModel, InstantiatesTemplates) {
  const auto model = model_of(kHeaders + "types.h", "Box<int>", "-- -DUNUSED=1");
  ASSERT_TRUE(model.ok()) << model.error();
  EXPECT_EQ(model->name, "headers::Box<int>");
  EXPECT_THAT(model->flags, ElementsAre("-std=c++20", "-DUNUSED=1"));
  ASSERT_THAT(model->methods, SizeIs(3));
  EXPECT_EQ(described(model->methods[1]), "value_ w {mutex_}; all under mutex_");
  EXPECT_EQ(model->methods[1].parameters[0].type.spelling, "int");
  EXPECT_EQ(described(model->methods[2]), "value_ r {}");
}

TEST(ClassModel, TakesFlagsFromTheBuildFolder) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "heddle_class_model_flags";
  std::filesystem::create_directories(folder / "include");
  std::ofstream(folder / "include" / "number.h") << "using Number = NUMBER;\n";
  std::ofstream(folder / "counter.h") << "#include <number.h>\nclass Counter {\n public:\n  Number get() "
                                         "const { return n_; }\n private:\n  Number n_ = 0;\n};\n";
  std::ofstream(folder / "compile_commands.json")
      << R"([{"directory": ")" << folder.string()
      << R"(", "file": "counter.cc", "command": "g++ -O2 -Wall -Iinclude -DNUMBER=long -std=c++17 -c counter.cc -o counter.o"}])";
  const auto model = model_of((folder / "counter.h").string(), "Counter", "-p '" + folder.string() + "'");
  ASSERT_TRUE(model.ok()) << model.error();
  EXPECT_THAT(model->flags, ElementsAre("-I" + (folder / "include").string(), "-DNUMBER=long", "-std=c++17"));
  std::filesystem::remove_all(folder);
}

TEST(ClassModel, SaysWhatIsWrong) {
  const auto error_of = [](const std::string& header, const std::string& name) {
    return model_of(kHeaders + header, name).error();
  };
  EXPECT_THAT(error_of("types.h", "Typs"), HasSubstr("there is no class Typs; did you mean headers::"));
  EXPECT_THAT(error_of("types.h", "Box"), HasSubstr("headers::Box is a template: write headers::Box<int>"));
  EXPECT_THAT(error_of("types.h", "Types<int>"), HasSubstr("headers::Types is no template"));
  EXPECT_THAT(error_of("none.h", "Types"), HasSubstr("there is no such file"));
  EXPECT_EQ(run_model_program("2>/dev/null").status, 2);

  const auto broken = std::filesystem::path(::testing::TempDir()) / "heddle_class_model_broken.h";
  std::ofstream(broken) << "class Broken { Missing x; };\n";
  EXPECT_THAT(model_of(broken.string(), "Broken").error(),
              HasSubstr("heddle_class_model_broken.h:1:16: error"));
  std::filesystem::remove(broken);
}

}  // namespace
}  // namespace heddle::classes::testing
