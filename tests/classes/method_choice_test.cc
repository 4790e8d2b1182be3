#include "classes/method_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_models.h"

namespace heddle::classes::testing::method_choice_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Of the same name as a constructor is: none. Its overloads of push() are two.
ClassModel queue() {
  Method deleted = method("lock", kVoidType);
  deleted.not_callable = "it is deleted";
  return class_model("Queue", {constructor("Queue"), method("push", kVoidType, {parameter(kIntType)}),
                               method("push", kVoidType, {parameter(kTextType)}), method("pop", kIntType),
                               method("try_pop", kBoolType, {parameter(kIntType, Passing::kReference)}),
                               const_method("size", kIntType), const_method("unsafe_size", kIntType),
                               method("clear_unsynchronized", kVoidType),
                               method("swap_unsynchronised_with", kVoidType), std::move(deleted)});
}

// The names of what tests call, without constructors.
std::vector<std::string> called(const Result<ClassModel>& model) {
  EXPECT_TRUE(model) << model.error();
  std::vector<std::string> names;
  if (model)
    for (const Method& method : model->methods)
      if (!method.is_constructor && method.not_callable.empty()) names.push_back(method.name);
  return names;
}

std::string reason(const Result<ClassModel>& model, const std::string& name) {
  for (const Method& method : model->methods)
    if (method.name == name) return method.not_callable;
  return "there is no " + name;
}

TEST(MethodChoice, LeavesOutNamesThatSayUnsafe) {
  const Result<ClassModel> model = leave_out(queue(), {});
  EXPECT_THAT(called(model), ElementsAre("push", "push", "pop", "try_pop", "size"));
  for (const char* name : {"unsafe_size", "clear_unsynchronized", "swap_unsynchronised_with"})
    EXPECT_THAT(reason(model, name), HasSubstr("its name says")) << name;
}

TEST(MethodChoice, CallsTheUnsafeWhenTheyAreAskedFor) {
  EXPECT_THAT(called(leave_out(queue(), {.only = {"unsafe_size", "pop"}, .without = {}})),
              ElementsAre("pop", "unsafe_size"));
  EXPECT_THAT(called(leave_out(queue(), {.only = {"*"}, .without = {}})),
              ElementsAre("push", "push", "pop", "try_pop", "size", "unsafe_size", "clear_unsynchronized",
                          "swap_unsynchronised_with"));
}

TEST(MethodChoice, LeavesOutAllOverloadsOfAName) {
  const Result<ClassModel> model = leave_out(queue(), {.only = {}, .without = {"push"}});
  EXPECT_THAT(called(model), ElementsAre("pop", "try_pop", "size"));
  EXPECT_EQ(reason(model, "push"), "left out, as you said");
}

TEST(MethodChoice, KnowsStarsAndQuestionMarks) {
  EXPECT_THAT(called(leave_out(queue(), {.only = {}, .without = {"*pop"}})),
              ElementsAre("push", "push", "size"));
  EXPECT_THAT(called(leave_out(queue(), {.only = {"p?p", "siz?"}, .without = {}})),
              ElementsAre("pop", "size"));
  EXPECT_FALSE(leave_out(queue(), {.only = {"po"}, .without = {}})) << "a part of a name is not the name";
  EXPECT_FALSE(leave_out(queue(), {.only = {"pop?"}, .without = {}})) << "a question mark is one character";
}

TEST(MethodChoice, LeavesOutWhatIsNamedTwice) {
  EXPECT_THAT(called(leave_out(queue(), {.only = {"push", "*pop"}, .without = {"try*"}})),
              ElementsAre("push", "push", "pop"));
}

TEST(MethodChoice, SaysWhichNameIsUnknown) {
  EXPECT_EQ(leave_out(queue(), {.only = {"push", "peek"}, .without = {}}).error(),
            "there is no method 'peek'");
  EXPECT_EQ(leave_out(queue(), {.only = {}, .without = {"front*"}}).error(), "there is no method 'front*'");
  EXPECT_EQ(leave_out(queue(), {.only = {"zip"}, .without = {"add"}}).error(), "there is no method 'add'")
      << "the first of the alphabet";
}

TEST(MethodChoice, KeepsTheReasonOfWhatCannotBeCalled) {
  const Result<ClassModel> model = leave_out(queue(), {.only = {}, .without = {"lock"}});
  ASSERT_TRUE(model) << "it is a method all the same: " << model.error();
  EXPECT_EQ(reason(model, "lock"), "it is deleted");
  EXPECT_EQ(reason(leave_out(queue(), {.only = {"lock", "pop"}, .without = {}}), "lock"), "it is deleted");
}

TEST(MethodChoice, DoesNotTouchConstructors) {
  const ClassModel unsafe =
      class_model("unsafe_queue", {constructor("unsafe_queue"), method("pop", kIntType)});
  for (const MethodChoice& choice : {MethodChoice{}, MethodChoice{{"pop"}, {}}, MethodChoice{{}, {"*"}}}) {
    const Result<ClassModel> model = leave_out(unsafe, choice);
    ASSERT_TRUE(model) << model.error();
    EXPECT_EQ(model->methods[0].not_callable, "");
  }
  EXPECT_FALSE(leave_out(unsafe, {.only = {}, .without = {"unsafe_queue"}}))
      << "a constructor is not a method that one names";
}

// ---- Whose they are.

enum QueueOperation : std::uint32_t { kPushNumber, kPushText, kPop, kTryPop, kSize };

Operations queue_operations() {
  return Operations(*leave_out(queue(), {}));
}

TEST(MethodChoice, GivesEachThreadItsRole) {
  const Roles roles = roles_of(queue_operations(), {{"push"}, {"pop", "try_*"}});
  for (const std::uint32_t push : {kPushNumber, kPushText}) {
    EXPECT_TRUE(roles.allow(0, push));
    EXPECT_FALSE(roles.allow(1, push));
  }
  for (const std::uint32_t pop : {kPop, kTryPop}) {
    EXPECT_FALSE(roles.allow(0, pop));
    EXPECT_TRUE(roles.allow(1, pop));
  }
  EXPECT_TRUE(roles.allow(0, kSize)) << "in no role: everybody's";
  EXPECT_TRUE(roles.allow(1, kSize));
  EXPECT_FALSE(roles.allow(2, kPop)) << "a thread without a role has what is nobody's";
  EXPECT_TRUE(roles.allow(2, kSize));
}

TEST(MethodChoice, GivesAMethodToTwoThreads) {
  const Roles roles = roles_of(queue_operations(), {{"p*"}, {"pop"}});
  EXPECT_TRUE(roles.allow_pair(kPop, kPop));
  EXPECT_FALSE(roles.allow_pair(kPushNumber, kPushNumber));
}

TEST(MethodChoice, GivesEverythingToEverybodyWithoutRoles) {
  const Roles roles = roles_of(queue_operations(), {});
  EXPECT_TRUE(roles.allow_pair(kPushNumber, kPushNumber));
  EXPECT_TRUE(roles_of(queue_operations(), {{"nothing"}}).allow(1, kPop));
}

TEST(MethodChoice, KnowsWhatIsNamedInOtherPlaces) {
  EXPECT_TRUE(leave_out(queue(), {{}, {}, {"p*", "size"}}));
  EXPECT_EQ(leave_out(queue(), {{}, {}, {"pop", "pup"}}).error(), "there is no method 'pup'");
}

// ---- Whose results count.

TEST(MethodChoice, FindsAllOperationsOfAName) {
  const Operations operations = queue_operations();
  EXPECT_THAT(*operations_named(operations, {"size", "push"}), ElementsAre(kPushNumber, kPushText, kSize));
  EXPECT_THAT(*operations_named(operations, {}), IsEmpty());
  EXPECT_THAT(*operations_named(operations, {"*pop"}), ElementsAre(kPop, kTryPop));
}

TEST(MethodChoice, FindsOnlyWhatTestsCall) {
  const Operations operations = queue_operations();
  for (const std::string name : {"peek", "unsafe_size", "lock", "*peek", "Queue"})
    EXPECT_EQ(operations_named(operations, {"pop", name}).error(),
              "there is no method '" + name + "' that tests call");
}

}  // namespace
}  // namespace heddle::classes::testing::method_choice_test
