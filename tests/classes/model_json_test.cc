#include "classes/model_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classes/model_text.h"

namespace heddle::classes {
namespace {

using ::testing::HasSubstr;

ClassModel queue_model() {
  const HeldLock own{"mutex_", LockMode::kExclusive, LockOwner::kObject, 1};
  const HeldLock shared{"index_mutex_", LockMode::kShared, LockOwner::kEverybody, 2};
  Method constructor;
  constructor.name = "Queue";
  constructor.is_constructor = true;
  constructor.parameters = {{"size", {"int", TypeCategory::kInteger, {}, true, true}, Passing::kValue, true}};
  Method push;
  push.name = "push";
  push.parameters = {
      {"item", {"app::Item", TypeCategory::kRecord, {}, false, false}, Passing::kConstReference, false}};
  push.returns = {"app::State", TypeCategory::kEnum, {"app::State::kFull"}, true, true};
  push.line = 12;
  push.accesses = {{"items_", AccessType::kRead, {own}, false, 13, 0},
                   {"items_", AccessType::kWrite, {own}, false, 13, 0},
                   {"index_", AccessType::kRead, {own, shared}, true, 14, 1}};
  push.critical_sections = 1;
  push.whole_body_lock = own;
  push.nested_locks = {{own, shared}};
  push.takes_callback = true;
  push.not_seen = {"Line 14: calls notify, whose body is not in sight."};
  Method size;
  size.name = "size";
  size.returns = {"std::size_t", TypeCategory::kInteger, {}, true, true};
  size.is_const = true;
  size.accesses = {{"items_", AccessType::kRead, {}, false, 20, 0}};
  size.not_callable = "It is deleted.";
  ClassModel model;
  model.name = "app::Queue";
  model.header = "queue.h";
  model.flags = {"-std=c++20", "-DFAST"};
  model.methods = {constructor, push, size};
  model.assistants = {{"app::Item", {{constructor.parameters}}, true}};
  model.not_seen = {"No test does assignment (line 9)."};
  return model;
}

TEST(ModelJson, SurvivesWritingAndReading) {
  const std::string json = to_json(queue_model());
  const auto read = read_class_model(json);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(to_json(*read), json);
  EXPECT_EQ(read->methods[1].returns, queue_model().methods[1].returns);
  EXPECT_EQ(read->methods[1].accesses[2].held[1].owner, LockOwner::kEverybody);
  EXPECT_EQ(read->methods[1].accesses[2].held[1].mode, LockMode::kShared);
  EXPECT_EQ(read->methods[1].nested_locks[0].inner.lock, "index_mutex_");
  EXPECT_TRUE(read->assistants[0].is_aggregate);
  EXPECT_FALSE(read->methods[2].whole_body_lock.has_value());
}

TEST(ModelJson, RefusesWhatIsNoModel) {
  EXPECT_THAT(read_class_model("nonsense").error(), HasSubstr("is not JSON"));
  EXPECT_THAT(read_class_model(R"({"class": "Queue"})").error(), HasSubstr("is not complete"));
}

TEST(ModelText, IsATableForAPerson) {
  EXPECT_EQ(model_table(queue_model()), R"(app::Queue

  Queue(int size)
    touches no field

  app::State push(const app::Item& item)
    all of it under mutex_
    reads and writes items_ under mutex_
    reads index_ under mutex_, index_mutex_ (shared), atomic

  std::size_t size() const
    not called: It is deleted.
    reads items_ without a lock

Not seen:
  No test does assignment (line 9).
  push: Line 14: calls notify, whose body is not in sight.
)");
}

}  // namespace
}  // namespace heddle::classes
