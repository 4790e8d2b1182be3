#include "classes/argument_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "small_models.h"

namespace heddle::classes::testing {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

std::vector<std::string> values(const Type& of, const std::vector<Assistant>& assistants = {},
                                const std::vector<std::string>& factories = {}) {
  return argument_values(of, assistants, factories);
}

TEST(ArgumentValues, AreThoseOfTheCategory) {
  EXPECT_THAT(values(kBoolType), ElementsAre("true", "false"));
  EXPECT_THAT(values(kIntType), ElementsAre("1", "2", "0", "3", "5", "10", "-1"));
  EXPECT_THAT(values(type("double", TypeCategory::kFloating)), Contains("0.5"));
  EXPECT_THAT(values(kTextType), ElementsAre("\"ab\"", "\"c\"", "\"abc\"", "\"\"", "\"b\""));
  EXPECT_THAT(values(type("char", TypeCategory::kInteger)), Contains("'a'"));
  EXPECT_THAT(values(type("std::byte", TypeCategory::kInteger)), Each(StartsWith("std::byte{")));
}

TEST(ArgumentValues, OfAnEnumAreItsEnumerators) {
  Type color = type("Color", TypeCategory::kEnum);
  color.enumerators = {"Color::kRed", "Color::kGreen"};
  EXPECT_EQ(values(color), color.enumerators);
}

TEST(ArgumentValues, AreNeverNegativeWithoutASign) {
  for (const char* spelling : {"unsigned int", "unsigned char", "std::uint8_t", "std::size_t", "uint64_t"})
    EXPECT_THAT(values(type(spelling, TypeCategory::kInteger)), Not(Contains("-1"))) << spelling;
  for (const char* spelling : {"long", "short", "signed char", "std::int64_t", "long long"})
    EXPECT_THAT(values(type(spelling, TypeCategory::kInteger)), Contains("-1")) << spelling;
}

TEST(ArgumentValues, AreUnknownForWhatNobodyCanMake) {
  for (const TypeCategory category : {TypeCategory::kVoid, TypeCategory::kSameClass, TypeCategory::kPointer,
                                      TypeCategory::kIterator, TypeCategory::kOther})
    EXPECT_THAT(values(type("Unknown", category)), IsEmpty()) << static_cast<int>(category);
  EXPECT_THAT(values(record("Unknown")), IsEmpty());
}

TEST(ArgumentValues, OfACallbackReturnWhatItsTypeSays) {
  const auto callback = [](const char* spelling) { return values(type(spelling, TypeCategory::kCallback)); };
  EXPECT_THAT(callback("std::function<void (int)>"), ElementsAre("[](auto&&...) {}"));
  EXPECT_THAT(callback("std::function<bool (int, std::pair<int, int>)>"),
              ElementsAre("[](auto&&...) { return bool{}; }"));
  EXPECT_THAT(callback("int (*)(int)"), ElementsAre("[](auto&&...) { return int{}; }"));
}

TEST(ArgumentValues, OfStandardContainers) {
  EXPECT_THAT(values(record("std::vector<int>")),
              ElementsAre("std::vector<int>{1, 2}", "std::vector<int>{2}", "std::vector<int>{}"));
  EXPECT_THAT(values(record("std::pair<int, bool>")),
              ElementsAre("std::pair<int, bool>(1, true)", "std::pair<int, bool>(2, false)"));
  EXPECT_THAT(values(record("std::unique_ptr<int>")), Contains("std::make_unique<int>(1)"));
  EXPECT_THAT(values(record("std::shared_ptr<std::string>")),
              Contains("std::make_shared<std::string>(\"ab\")"));
  EXPECT_THAT(values(record("std::optional<int>")), Contains("std::optional<int>(1)"));
  EXPECT_THAT(values(record("std::vector<std::pair<int, int>>")),
              Contains(StartsWith("std::vector<std::pair<int, int>>{std::pair<int, int>(1, 1), ")));
}

Assistant assistant(std::string type, std::vector<std::vector<Parameter>> constructors) {
  Assistant made;
  made.type = std::move(type);
  made.constructors = std::move(constructors);
  return made;
}

TEST(ArgumentValues, OfARecordCallItsConstructors) {
  const std::vector<Assistant> assistants = {
      assistant("Key", {{}, {parameter(kIntType), parameter(kTextType, Passing::kConstReference)}})};
  EXPECT_THAT(values(record("Key"), assistants),
              ElementsAre("Key{}", "Key(1, \"ab\")", "Key(2, \"c\")", "Key(0, \"abc\")", "Key(3, \"\")"));
}

TEST(ArgumentValues, OfAnAggregateListItsFields) {
  Assistant point = assistant("Point", {{parameter(kIntType), parameter(kBoolType)}});
  point.is_aggregate = true;
  EXPECT_THAT(values(record("Point"), {point}), Contains("Point{1, true}"));
}

TEST(ArgumentValues, OfARecordLeaveOutDefaults) {
  EXPECT_THAT(values(record("Key"),
                     {assistant("Key", {{parameter(kIntType), parameter(kIntType, Passing::kValue, true)}})}),
              Contains("Key(1)"));
}

TEST(ArgumentValues, OfARecordNeedNothingThatIsUnknown) {
  EXPECT_THAT(values(record("Key"), {assistant("Key", {{parameter(record("Unknown"))}})}), IsEmpty());
  EXPECT_THAT(values(record("Key"), {assistant("Key", {{parameter(kIntType, Passing::kReference)}})}),
              IsEmpty());
}

TEST(ArgumentValues, OfARecordMadeFromItselfComeToAnEnd) {
  EXPECT_THAT(values(record("List"), {assistant("List", {{parameter(record("List"))}})}), IsEmpty());
  const std::vector<std::string> lists =
      values(record("List"), {assistant("List", {{}, {parameter(record("List"))}})});
  EXPECT_THAT(lists, Contains("List(List{})"));
  EXPECT_LE(lists.size(), 8u);
}

TEST(ArgumentValues, OfAFactoryComeBeforeAllElse) {
  EXPECT_THAT(values(kIntType, {}, {"int"}), SizeIs(4));
  EXPECT_THAT(values(record("Key"), {assistant("Key", {{}})}, {"Key"}),
              ElementsAre("heddle::Factory<Key>::make(0)", "heddle::Factory<Key>::make(1)",
                          "heddle::Factory<Key>::make(2)", "heddle::Factory<Key>::make(3)"));
  EXPECT_THAT(values(record("std::vector<Key>"), {}, {"Key"}), Each(EndsWith("}")));
  EXPECT_THAT(values(record("std::vector<Key>"), {}, {"Key"}), SizeIs(3));
}

TEST(ArgumentValues, OfAContainerOfRecords) {
  EXPECT_THAT(values(record("std::vector<Key>"), {assistant("Key", {{parameter(kIntType)}})}),
              Contains("std::vector<Key>{Key(1), Key(2)}"));
  EXPECT_THAT(values(record("std::unique_ptr<Key>"), {assistant("Key", {{parameter(kIntType)}})}),
              Contains("std::make_unique<Key>(Key(1))"));
}

}  // namespace
}  // namespace heddle::classes::testing
