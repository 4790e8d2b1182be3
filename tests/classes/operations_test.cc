#include "classes/operations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_models.h"

namespace heddle::classes::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Kind = Slot::Kind;

const Type kStackType = type("Stack", TypeCategory::kSameClass);

std::vector<Kind> kinds(const Operation& operation) {
  std::vector<Kind> all;
  for (const Slot& slot : operation.slots) all.push_back(slot.kind);
  return all;
}

Operations one_method(Method made) {
  return Operations(class_model("Stack", {constructor("Stack"), std::move(made)}));
}

TEST(Operations, AreConstructorsAndMethods) {
  const Operations operations(
      class_model("Stack", {constructor("Stack"), method("push", kVoidType, {parameter(kIntType)}),
                            constructor("Stack", {parameter(kIntType)}), const_method("size", kIntType)}));
  EXPECT_THAT(operations.constructors(), SizeIs(2));
  ASSERT_THAT(operations.methods(), SizeIs(2));
  EXPECT_EQ(operations.methods()[0].name, "push");
  EXPECT_EQ(operations.operation_of(1), 0u);
  EXPECT_EQ(operations.operation_of(3), 1u);
  EXPECT_EQ(operations.operation_of(0), std::nullopt) << "a constructor is no operation of a thread";
}

TEST(Operations, AreAboutOneObjectWhereNoMethodTakesAnother) {
  const Operations operations = one_method(method("push", kVoidType, {parameter(kIntType)}));
  EXPECT_EQ(operations.objects(), 1u);
  EXPECT_THAT(kinds(operations.methods()[0]), ElementsAre(Kind::kValue));
  EXPECT_EQ(operations.text_of({0, {0}}), "push(1)");
}

TEST(Operations, AreAboutTwoObjectsWhereAMethodTakesAnother) {
  const Operations operations(
      class_model("Stack", {constructor("Stack"), method("push", kVoidType, {parameter(kIntType)}),
                            method("swap", kVoidType, {parameter(kStackType, Passing::kReference)})}));
  EXPECT_EQ(operations.objects(), 2u);
  EXPECT_THAT(kinds(operations.methods()[0]), ElementsAre(Kind::kTarget, Kind::kValue));
  EXPECT_THAT(kinds(operations.methods()[1]), ElementsAre(Kind::kTarget, Kind::kObject));
  EXPECT_EQ(operations.text_of({0, {1, 1}}), "second.push(2)");
  EXPECT_EQ(operations.text_of({1, {0, 1}}), "first.swap(second)");
}

// Copies are made of objects that nobody else has: no test is about them.
TEST(Operations, AreAboutOneObjectWhereOnlyAConstructorTakesAnother) {
  const Operations operations(
      class_model("Stack", {constructor("Stack"), method("pop", kIntType),
                            constructor("Stack", {parameter(kStackType, Passing::kConstReference)})}));
  EXPECT_EQ(operations.objects(), 1u);
  EXPECT_THAT(operations.constructors(), SizeIs(1));
}

TEST(Operations, OfStaticMethodsHaveNoTarget) {
  Method made = method("count", kIntType);
  made.is_static = true;
  const Operations operations(
      class_model("Stack", {constructor("Stack"), std::move(made),
                            method("swap", kVoidType, {parameter(kStackType, Passing::kReference)})}));
  EXPECT_THAT(operations.methods()[0].slots, IsEmpty());
}

TEST(Operations, HaveOutputsForReferences) {
  const Operations operations =
      one_method(method("try_pop", kBoolType, {parameter(kIntType, Passing::kReference)}));
  EXPECT_THAT(kinds(operations.methods()[0]), ElementsAre(Kind::kOutput));
  EXPECT_EQ(operations.text_of({0, {0}}), "try_pop(output)");
}

TEST(Operations, DoNotCallWhatNeedsAnOutputThatNobodyCanMake) {
  Type token = record("Token");
  token.is_default_constructible = false;
  const Operations operations =
      one_method(method("fill", kVoidType, {parameter(token, Passing::kReference)}));
  EXPECT_THAT(operations.methods(), IsEmpty());
  EXPECT_THAT(operations.notes(),
              ElementsAre(HasSubstr("cannot construct a Token for this output parameter")));
}

TEST(Operations, OfMethodsGiveDefaultsThatTheyKnow) {
  const Operations operations = one_method(
      method("push", kVoidType, {parameter(kIntType), parameter(kIntType, Passing::kValue, true)}));
  EXPECT_THAT(operations.methods()[0].slots, SizeIs(2));
}

TEST(Operations, LeaveOutDefaultsThatNobodyKnows) {
  const Operations operations = one_method(method(
      "push", kVoidType, {parameter(kIntType), parameter(record("Allocator"), Passing::kValue, true)}));
  ASSERT_THAT(operations.methods(), SizeIs(1));
  EXPECT_THAT(operations.methods()[0].slots, SizeIs(1));
  EXPECT_THAT(operations.notes(), IsEmpty());
}

TEST(Operations, OfConstructorsLeaveOutDefaults) {
  const Operations operations(class_model(
      "Stack", {constructor("Stack", {parameter(kIntType), parameter(kIntType, Passing::kValue, true)})}));
  EXPECT_THAT(operations.constructors()[0].slots, SizeIs(1));
  EXPECT_EQ(operations.text_of_constructor({0, {1}}), "Stack(2)");
}

TEST(Operations, NoteWhatIsNotCalled) {
  Method deleted = method("lock", kVoidType);
  deleted.not_callable = "it is deleted";
  const Operations operations(class_model(
      "Stack", {constructor("Stack"), deleted, method("push", kVoidType, {parameter(record("Node"))})}));
  EXPECT_THAT(operations.methods(), IsEmpty());
  EXPECT_THAT(operations.notes(), ElementsAre("void lock(): it is deleted",
                                              HasSubstr("cannot construct a Node; pass --factory FILE")));
}

TEST(Operations, KnowTheUsersFactories) {
  const Operations operations(
      class_model("Stack", {constructor("Stack"), method("push", kVoidType, {parameter(record("Node"))})}),
      {"Node"});
  EXPECT_EQ(operations.text_of({0, {1}}), "push(heddle::Factory<Node>::make(1))");
}

TEST(Operations, LookAtAnObjectWithWhatDoesNotChangeIt) {
  Method peek = const_method("peek", kIntType);
  peek.returns_reference = true;
  Method count = const_method("count", kIntType);
  count.is_static = true;
  const Operations operations(class_model(
      "Stack", {constructor("Stack"), const_method("size", kIntType), method("pop", kIntType),
                const_method("at", kIntType, {parameter(kIntType)}), const_method("check", kVoidType),
                std::move(peek), std::move(count), const_method("empty", kBoolType)}));
  EXPECT_THAT(operations.observers(), ElementsAre(1, 7));
}

TEST(Operations, LookOnlyWithWhatMaySeeADifference) {
  const auto write = AccessType::kWrite, read = AccessType::kRead;
  ClassModel model =
      class_model("Stack", {constructor("Stack"), touching(method("push", kVoidType), "items", write),
                            touching(const_method("size", kIntType), "items", read),
                            touching(const_method("capacity", kIntType), "limit", read)});
  const TestCase pushes = {{{0, {}}}, {{{0, {}}}, {{0, {}}}}};
  EXPECT_THAT(Operations(model).observers_of(pushes), ElementsAre(1, 0));
  // Where something was not seen, anything may have been written.
  model.methods[1].not_seen = {"a call without a body"};
  EXPECT_THAT(Operations(model).observers_of(pushes), ElementsAre(1, 1));
  model.methods[1].not_seen.clear();
  model.methods[3].not_seen = {"a call without a body"};
  EXPECT_THAT(Operations(model).observers_of(pushes), ElementsAre(1, 1));
}

TEST(Operations, CountTheObjectsOfATest) {
  const Operations operations(
      class_model("Stack", {constructor("Stack"), method("pop", kIntType),
                            method("swap", kVoidType, {parameter(kStackType, Passing::kReference)})}));
  const Call constructed = {0, {}};
  EXPECT_EQ(operations.objects_of({{constructed}, {{{0, {0}}}, {{1, {0, 0}}}}}), 1u);
  EXPECT_EQ(operations.objects_of({{constructed}, {{{0, {0}}}, {{1, {0, 1}}}}}), 2u);
  EXPECT_EQ(operations.objects_of({{constructed, {0, {1}}}, {{{0, {0}}}, {{0, {0}}}}}), 2u);
}

TEST(Operations, NeedNotSayWhichObjectWhereATestHasOne) {
  const Operations operations(class_model(
      "Stack",
      {constructor("Stack"), method("swap", kVoidType, {parameter(kStackType, Passing::kReference)})}));
  EXPECT_EQ(operations.text_of({0, {0, 0}}), "first.swap(first)");
  EXPECT_EQ(operations.with_objects(1).text_of({0, {0, 0}}), "swap(object)");
}

TEST(Operations, GiveResultsToWhoTakesTheirType) {
  const Operations operations(class_model(
      "Pool",
      {constructor("Pool"), method("open", kIntType), method("close", kVoidType, {parameter(kIntType)}),
       method("name", kTextType), method("is_open", kBoolType, {parameter(kBoolType)})}));
  const std::vector<Operation>& methods = operations.methods();
  EXPECT_TRUE(methods[0].keeps_result);
  EXPECT_TRUE(methods[1].slots[0].takes_results);
  EXPECT_FALSE(methods[2].keeps_result) << "nobody takes a text";
  EXPECT_FALSE(methods[3].keeps_result) << "there are only two of them";
  EXPECT_FALSE(methods[3].slots[0].takes_results);
  EXPECT_EQ(operations.text_of({1, {Operations::kFirstResult}}), "close(result_1)");
  EXPECT_EQ(operations.text_of({1, {Operations::kFirstResult + Operations::kNumbers + 1}}),
            "close(result_1_2)");
}

TEST(Operations, KeepNoResultThatCannotBeCopied) {
  Type token = record("Token");
  token.is_copyable = false;
  const Operations operations(class_model("Pool", {constructor("Pool"), method("open", token),
                                                   method("close", kVoidType, {parameter(token)})}),
                              {"Token"});
  EXPECT_FALSE(operations.methods()[0].keeps_result);
  EXPECT_FALSE(operations.methods()[1].slots[0].takes_results);
}

}  // namespace
}  // namespace heddle::classes::testing
