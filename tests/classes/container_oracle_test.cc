#include "classes/container_oracle.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace heddle::classes::testing {
namespace {

using Answer = Linearization::Answer;

enum BagOperation : std::uint32_t { kBagPush, kBagTryPop, kBagSize, kBagClear, kBagPopBulk };

class ContainerOracle : public ::testing::Test {
 protected:
  static ClassModel model() {
    Parameter out = parameter(type("int *", TypeCategory::kPointer));
    out.type.can_have_place = true;
    out.role = ParameterRole::kOutputArray;
    Parameter count = parameter(kIntType);
    count.role = ParameterRole::kCount;
    return class_model("Queue", {constructor("Queue"), method("push", kVoidType, {parameter(kIntType)}),
                                 method("try_pop", kBoolType, {parameter(kIntType, Passing::kReference)}),
                                 const_method("size", kIntType), method("clear", kVoidType),
                                 method("pop_bulk", kIntType, {out, count})});
  }

  // Calls that return one after the other unless `overlapping`.
  void add(std::uint32_t thread, std::uint32_t operation, std::string outcome, std::uint64_t seed = 0,
           bool overlapping = true) {
    test_.suffixes.resize(std::max<std::size_t>(test_.suffixes.size(), thread + std::size_t{1}));
    const Call call{operation, operation == kBagPush ? std::vector<std::uint64_t>{seed}
                                                     : std::vector<std::uint64_t>{0, 0}};
    test_.suffixes[thread].push_back(call);
    if (!overlapping) time_ += 100;
    history_.calls.push_back({thread, call, Outcome::value(std::move(outcome)), time_++, time_ + 50});
  }

  Answer answer(Holding holding, const LinearizabilityOptions& options = {}) const {
    return explained_by_container(test_, history_, {holding, &operations_}, options);
  }

  // Seeds of numbers: 1, 2, 0, 3, 5, 10.
  const Operations operations_{model()};
  TestCase test_{{Call{0, {}}}, {}};
  History history_;
  std::uint64_t time_ = 0;
};

TEST_F(ContainerOracle, TakesInTheOrderOfEachProducer) {
  add(0, kBagPush, "", 0, false);  // 1
  add(1, kBagPush, "", 1, false);  // 2
  add(1, kBagPush, "", 3, false);  // 3
  add(0, kBagTryPop, "true and gives 2", 0, false);
  EXPECT_EQ(answer(Holding::kProducerOrder), Answer::kExplained) << "1 is of another producer";
  add(0, kBagTryPop, "true and gives 3", 0, false);
  EXPECT_EQ(answer(Holding::kProducerOrder), Answer::kExplained);
}

TEST_F(ContainerOracle, KnowsWhenAProducersOrderIsLost) {
  add(1, kBagPush, "", 1, false);
  add(1, kBagPush, "", 3, false);
  add(0, kBagTryPop, "true and gives 3", 0, false);
  EXPECT_EQ(answer(Holding::kProducerOrder), Answer::kNotExplained);
  EXPECT_EQ(answer(Holding::kBag), Answer::kExplained);
}

TEST_F(ContainerOracle, TakesNothingTwice) {
  add(0, kBagPush, "", 1);
  add(0, kBagTryPop, "true and gives 2");
  add(1, kBagTryPop, "true and gives 2");
  EXPECT_EQ(answer(Holding::kBag), Answer::kNotExplained);
}

TEST_F(ContainerOracle, TakesNothingThatNobodyPut) {
  add(0, kBagPush, "", 1);
  add(1, kBagTryPop, "true and gives 5");
  EXPECT_EQ(answer(Holding::kBag), Answer::kNotExplained);
}

TEST_F(ContainerOracle, FindsNothingOnlyWhereNothingIs) {
  add(0, kBagPush, "", 1, false);
  add(1, kBagTryPop, "false", 0, false);
  EXPECT_EQ(answer(Holding::kBag), Answer::kNotExplained);
  LinearizabilityOptions spurious;
  spurious.spurious = {kBagTryPop};
  EXPECT_EQ(answer(Holding::kBag, spurious), Answer::kExplained);
}

TEST_F(ContainerOracle, MissesWhatIsLost) {
  add(0, kBagPush, "", 1);
  add(1, kBagPush, "", 0);
  history_.final_state = "size() is 2";
  EXPECT_EQ(answer(Holding::kBag), Answer::kExplained);
  history_.final_state = "size() is 1";
  EXPECT_EQ(answer(Holding::kBag), Answer::kNotExplained);
}

TEST_F(ContainerOracle, ReadsSeveralAtOnce) {
  test_.prefix.push_back({kBagPush, {1}});
  test_.prefix.push_back({kBagPush, {3}});
  add(0, kBagPopBulk, "2 and gives {2, 3}");
  add(1, kBagTryPop, "false");
  EXPECT_EQ(answer(Holding::kProducerOrder), Answer::kExplained);
  history_.calls[0].outcome = Outcome::value("2 and gives {3, 2}");
  EXPECT_EQ(answer(Holding::kProducerOrder), Answer::kNotExplained);
  EXPECT_EQ(answer(Holding::kBag), Answer::kExplained);
}

TEST_F(ContainerOracle, DoesNotJudgeWhatItDoesNotKnow) {
  add(0, kBagPush, "", 1);
  add(1, kBagClear, "");
  EXPECT_EQ(answer(Holding::kBag), Answer::kGivenUp);
}

TEST_F(ContainerOracle, IsForClassesThatPutAndTake) {
  EXPECT_TRUE(is_container(operations_));
  EXPECT_FALSE(
      is_container(Operations(class_model("Counter", {constructor("Counter"), method("add", kVoidType)}))));
}

}  // namespace
}  // namespace heddle::classes::testing
