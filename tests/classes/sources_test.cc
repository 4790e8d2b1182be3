// The programs that are written for a class: the driver, and a failing test by itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "classes/driver_source.h"
#include "classes/reproducer.h"
#include "small_models.h"
#include "support/golden.h"

namespace heddle::classes::testing::sources_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kFolder = HEDDLE_CLASSES_TESTS;

// Whether g++ takes the text without a word.
void expect_compiles(const std::string& text, const std::string& options = "-fsyntax-only") {
  const std::string file = ::testing::TempDir() + "source_" + std::to_string(::getpid()) + ".cpp";
  std::ofstream(file) << text;
  const std::string command = "g++ -std=c++17 -Wall -Wextra -Werror " + options + " -I" + kFolder +
                              "/headers -I" + kFolder + "/../../include " + file;
  EXPECT_EQ(std::system(command.c_str()), 0) << text;
  std::filesystem::remove(file);
}

int status_of_running(const std::string& text) {
  const std::string program = ::testing::TempDir() + "program_" + std::to_string(::getpid());
  expect_compiles(text, "-pthread -o " + program);
  const int status = std::system((program + " 2>/dev/null").c_str());
  std::filesystem::remove(program);
  return status;
}

enum BasketOperation : std::uint32_t { kPut, kTryTake, kTake, kLast, kSwap, kLabel, kMark, kRefuse, kFirst };

ClassModel basket_model() {
  const Type basket = type("Basket", TypeCategory::kSameClass);
  return class_model(
      "Basket",
      {constructor("Basket", {parameter(kIntType)}), method("put", kVoidType, {parameter(kIntType)}),
       method("try_take", kBoolType, {parameter(kIntType, Passing::kReference)}), method("take", kIntType),
       const_method("last", record("std::optional<int>")),
       method("swap", kVoidType, {parameter(basket, Passing::kReference)}), const_method("label", kTextType),
       method("mark", type("std::byte", TypeCategory::kInteger)), method("refuse", kVoidType),
       const_method("first", kIntType)});
}

Operations basket() {
  return Operations(basket_model());
}

const Call kMakeBasket = {0, {5}};
const SourceOptions kIncludes = {{"basket.h"}};

TEST(DriverSource, IsPinned) {
  const std::string text = driver_source(basket(), kIncludes).text;
  expect_golden("basket_driver.cpp", text);
  expect_compiles(text);
}

TEST(DriverSource, OfOneObjectCompiles) {
  ClassModel model = basket_model();
  model.methods.erase(model.methods.begin() + 1 + kSwap);
  const std::string text = driver_source(Operations(model), kIncludes).text;
  EXPECT_THAT(text, HasSubstr("context.only_object<Class>().put("));
  expect_compiles(text);
}

// Each of these headers takes longer to read than most classes under test.
TEST(DriverSource, IncludesMoreOfTheLibraryOnlyForValuesThatNeedIt) {
  const auto text_for = [](const Type& returned) {
    return driver_source(Operations(class_model("Basket", {method("take", returned)})), {}).text;
  };
  const std::string more = "heddle/class_library_values.h";
  for (const char* quick : {"std::optional<int>", "std::pair<bool, std::vector<std::string>>", "std::size_t"})
    EXPECT_THAT(text_for(record(quick)), Not(HasSubstr(more))) << quick;
  for (const char* other : {"std::shared_ptr<int>", "std::optional<Item>", "mine::optional<int>",
                            "std::thread::id", "optional<int>"})
    EXPECT_THAT(text_for(record(other)), HasSubstr(more)) << other;
  EXPECT_THAT(text_for(kVoidType), Not(HasSubstr(more)));
  EXPECT_THAT(text_for(type("Item*", TypeCategory::kPointer)), Not(HasSubstr(more)));
}

std::string reproducer(const Operations& operations, const TestCase& test,
                       const std::optional<ReproducerCheck>& check, ReproducerOptions options = {}) {
  options.includes = kIncludes.includes;
  options.comment = {"What is wrong.", "", "  how to compile it"};
  return reproducer_source(operations, test, check, options);
}

// What a call gives as the reproducer compares it.
Outcome gives(std::string text) {
  return Outcome::value(std::move(text));
}

TEST(ReproducerSource, WithoutACheckOnlyMakesTheCalls) {
  const TestCase test = {{kMakeBasket, {kPut, {0, 0}}, {kTake, {1}}},
                         {{{kSwap, {0, 1}}}, {{kSwap, {1, 0}}, {kTryTake, {0, 0}}}}};
  ReproducerOptions options;
  options.prefix_threw = {1};
  const std::string text = reproducer(basket(), test, std::nullopt, options);
  expect_golden("basket_without_check.cpp", text);
  expect_compiles(text);
}

TEST(ReproducerSource, ComparesResultsAndExceptions) {
  const TestCase test = {{kMakeBasket, {kPut, {0, 1}}},
                         {{{kTake, {0}}, {kPut, {0, 2}}}, {{kTryTake, {0, 0}}}}};
  ReproducerCheck check;
  check.seen = {{gives("2"), gives("")}, {gives("true and gives 2")}};
  check.explained = {{{gives("2"), gives("")}, {gives("false and gives 0")}},
                     {{gives("2"), gives("")}, {gives("true and gives 0")}},
                     {{Outcome::exception("std::out_of_range"), gives("")}, {gives("true and gives 2")}}};
  check.explained_states = {"", "", ""};
  ReproducerOptions options;
  options.may_throw = {{kTake, {0}}};
  const std::string text = reproducer(basket().with_objects(1), test, check, options);
  expect_golden("basket_results.cpp", text);
  expect_compiles(text);
}

TEST(ReproducerSource, ComparesTheFinalStateOfTwoObjects) {
  const TestCase test = {{kMakeBasket}, {{{kSwap, {0, 1}}}, {{kPut, {0, 0}}}}};
  ReproducerCheck check;
  check.seen = {{gives("")}, {gives("")}};
  check.seen_state = "last() is nothing, label() is \"10\", last() is nothing, label() is \"10\"";
  check.observers = {0, 1};
  check.explained = {check.seen, check.seen};
  check.explained_states = {"last() is 1, label() is \"10\", last() is nothing, label() is \"10\"",
                            "last() is nothing, label() is \"10\", last() is 1, label() is \"10\""};
  const std::string text = reproducer(basket(), test, check);
  expect_golden("basket_final_state.cpp", text);
  expect_compiles(text);
}

TEST(ReproducerSource, ComparesWhatWasOverBeforeWhat) {
  const TestCase test = {{kMakeBasket}, {{{kPut, {0, 0}}, {kPut, {0, 1}}}, {{kLast, {0}}}}};
  ReproducerCheck check;
  check.seen = {{gives(""), gives("")}, {gives("1")}};
  check.explained = {check.seen};
  check.explained_states = {""};
  check.before = {{{0, 1}, {1, 0}}};
  const std::string text = reproducer(basket().with_objects(1), test, check);
  expect_golden("basket_order.cpp", text);
  expect_compiles(text);
}

TEST(ReproducerSource, GivesResultsToLaterCalls) {
  constexpr std::uint64_t kResult = Operations::kFirstResult, kThread = Operations::kNumbers;
  const TestCase test = {
      {kMakeBasket, {kTake, {0, kResult}}},
      {{{kTake, {0, kResult + kThread}}, {kPut, {0, kResult + kThread}}}, {{kPut, {0, kResult}}}}};
  ReproducerOptions options;
  options.prefix_threw = {0};
  const std::string plain = reproducer(basket().with_objects(1), test, std::nullopt, options);
  EXPECT_THAT(plain, HasSubstr("object.put(result_1_1)"));
  EXPECT_THAT(plain, HasSubstr("object.put(result_1)"));
  expect_compiles(plain);
  ReproducerCheck check;
  check.seen = {{gives("1"), gives("")}, {gives("")}};
  expect_compiles(reproducer(basket().with_objects(1), test, check, options));
}

TEST(ReproducerSource, ComparesBytes) {
  const TestCase test = {{kMakeBasket}, {{{kMark, {0}}}, {{kMark, {0}}}}};
  ReproducerCheck check;
  check.seen = {{gives("1")}, {gives("2")}};
  expect_compiles(reproducer(basket().with_objects(1), test, check));
}

TEST(ReproducerSource, WritesTextOfAnyCharacters) {
  const TestCase test = {{kMakeBasket}, {{{kLabel, {0}}}, {{kLabel, {0}}}}};
  ReproducerCheck check;
  check.seen = {{gives("\"two\nlines\t\x01"
                       "1 \\ \xc3\xa4\"")},
                {gives("\"\"")}};
  const std::string text = reproducer(basket().with_objects(1), test, check);
  EXPECT_THAT(text, HasSubstr(R"(\"two\nlines\t\0011 \\ )"));
  expect_compiles(text);
}

// What it sees is explained: the exception of one that is no std::exception, and a method that throws at the
// end.
TEST(ReproducerSource, EndsWellWhereWhatItSeesIsExplained) {
  const TestCase test = {{kMakeBasket}, {{{kRefuse, {0}}}, {{kRefuse, {0}}}}};
  ReproducerCheck check;
  check.seen = {{Outcome::exception("int")}, {gives("")}};
  check.seen_state = "throws std::out_of_range, label() is \"10\"";
  check.observers = {2, 1};
  check.explained = {{{Outcome::exception("int")}, {Outcome::exception("int")}}};
  check.explained_states = {"throws std::out_of_range, label() is \"10\""};
  ReproducerOptions options;
  options.may_throw = {{kRefuse, {0}}};
  EXPECT_EQ(status_of_running(reproducer(basket().with_objects(1), test, check, options)), 0);
  check.explained_states = {"first() is 1, label() is \"10\""};
  EXPECT_NE(status_of_running(reproducer(basket().with_objects(1), test, check, options)), 0);
}

}  // namespace
}  // namespace heddle::classes::testing::sources_test
