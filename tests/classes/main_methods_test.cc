#include "classes/main_methods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classes/method_choice.h"
#include "classes/role_guess.h"
#include "small_models.h"

namespace heddle::classes::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Method uncallable(Method made, std::string reason = "It is an operator.") {
  made.not_callable = std::move(reason);
  return made;
}

std::vector<std::string> untested_in(std::vector<Method> methods) {
  methods.insert(methods.begin(), constructor("Map"));
  std::vector<std::string> names;
  for (const Untested& each : untested_main_methods(Operations(class_model("Map", std::move(methods)))))
    names.push_back(each.name);
  return names;
}

TEST(MainMethods, AreKnownByName) {
  EXPECT_THAT(
      untested_in(
          {const_method("size", kIntType), uncallable(method("insert", kVoidType)),
           uncallable(method("try_pop_front", kVoidType)), uncallable(method("tryDequeue", kVoidType)),
           uncallable(method("get_allocator", kVoidType)), uncallable(method("max_load_factor", kVoidType))}),
      ElementsAre("insert", "tryDequeue", "try_pop_front"));
}

TEST(MainMethods, OfWhichAnOverloadIsCalledAreTested) {
  EXPECT_THAT(untested_in({method("insert", kVoidType, {parameter(kIntType)}),
                           uncallable(method("insert", kVoidType))}),
              IsEmpty());
}

TEST(MainMethods, ThatTheUserLeftOutAreNoneOfOurBusiness) {
  ClassModel model = class_model("Queue", {constructor("Queue"), method("push", kVoidType),
                                           method("unsafe_pop", kIntType), method("pop", kIntType)});
  Result<ClassModel> chosen = leave_out(std::move(model), {{}, {"pop"}, {}});
  ASSERT_TRUE(chosen.ok());
  EXPECT_THAT(untested_main_methods(Operations(std::move(*chosen))), IsEmpty());
}

TEST(MainMethods, AreThoseThatChangeTheMostWhereFewAreCalled) {
  const auto changing = [](std::string name, std::vector<std::string> fields) {
    Method made = method(std::move(name), kVoidType);
    for (std::string& field : fields) made = touching(std::move(made), std::move(field), AccessType::kWrite);
    return made;
  };
  const Method most = uncallable(changing("transmogrify", {"head_", "tail_"}));
  EXPECT_THAT(untested_in({most, changing("tick", {"count_"}), uncallable(changing("tock", {"count_"}))}),
              ElementsAre("transmogrify"));
  EXPECT_THAT(untested_in({most, changing("tick", {"count_"})}), IsEmpty()) << "half of them are called";
}

TEST(MainMethods, AreNotThoseThatTheClassDoesNotHave) {
  EXPECT_THAT(untested_in({method("push", kVoidType), uncallable(method("pop_front", kVoidType), kExcluded),
                           uncallable(method("erase", kVoidType), kDeleted)}),
              IsEmpty());
}

TEST(MainMethods, SayWhatWouldHelp) {
  const Operations operations(
      class_model("Map", {constructor("Map"), method("insert", kVoidType, {parameter(record("Widget"))})}));
  const std::vector<Untested> untested = untested_main_methods(operations);
  ASSERT_EQ(untested.size(), 1u);
  EXPECT_THAT(untested[0].reason, HasSubstr("cannot construct a Widget; pass --factory"));
}

TEST(MainMethods, ThatTestsCallInVainAreNotTested) {
  const Operations operations(class_model(
      "Queue", {constructor("Queue"), method("push", kVoidType), method("pop", kIntType),
                method("notify", kVoidType), method("wait", kVoidType), const_method("empty", kIntType)}));
  std::vector<OperationUse> uses(5);
  uses[0] = {true, true, "std::bad_alloc"};  // sometimes
  uses[1] = {true, false, "std::out_of_range"};
  uses[2] = {true, false, ""};
  const std::vector<Untested> untested = untested_main_methods(operations, uses);
  ASSERT_THAT(untested, ::testing::SizeIs(2));
  EXPECT_EQ(untested[0].name, "notify");
  EXPECT_EQ(untested[0].reason, "no call of it came back");
  EXPECT_EQ(untested[1].name, "pop");
  EXPECT_EQ(untested[1].reason, "every call of it threw std::out_of_range");
  uses.assign(5, {true, true, ""});
  EXPECT_THAT(untested_main_methods(operations, uses), IsEmpty());
  uses[0].was_called = false;
  EXPECT_THAT(untested_main_methods(operations, uses), ::testing::SizeIs(1)) << "the budget was spent before";
}

class RoleGuess : public ::testing::Test {
 protected:
  static TestCase calling(std::uint32_t first, std::uint32_t second) {
    TestCase test;
    test.prefix = {Call{0, {}}};
    test.suffixes = {{Call{first, {}}}, {Call{second, {}}}};
    return test;
  }

  const Operations queue_{
      class_model("Queue", {constructor("Queue"), method("push", kVoidType), method("try_push", kVoidType),
                            method("pop", kIntType), const_method("size", kIntType)})};
  const Operations deque_{class_model("Deque", {constructor("Deque"), method("push", kVoidType),
                                                method("pop", kIntType), method("steal", kIntType)})};
};

TEST_F(RoleGuess, IsOneProducerAndOneConsumer) {
  EXPECT_THAT(guessed_roles(calling(0, 1), queue_), ElementsAre("push,try_push", "pop"));
  EXPECT_THAT(guessed_roles(calling(2, 2), queue_), ElementsAre("push,try_push", "pop"));
}

TEST_F(RoleGuess, IsNoneWhereTheTestKeepsToThem) {
  EXPECT_THAT(guessed_roles(calling(0, 2), queue_), IsEmpty());
  EXPECT_THAT(guessed_roles(calling(0, 3), queue_), IsEmpty());
}

TEST_F(RoleGuess, IsAnOwnerWhereOthersSteal) {
  EXPECT_THAT(guessed_roles(calling(0, 1), deque_), ElementsAre("push,pop"));
  EXPECT_THAT(guessed_roles(calling(0, 2), deque_), IsEmpty());
}

}  // namespace
}  // namespace heddle::classes::testing
