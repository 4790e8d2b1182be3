#include "runtime/engine/enabled_threads.h"

#include <gtest/gtest.h>
#include <vector>

namespace heddle::runtime {

namespace {

std::vector<ThreadId> ids(const EnabledThreads& threads) {
  std::vector<ThreadId> result;
  for (const Candidate& each : threads) result.push_back(each.thread);
  return result;
}

TEST(EnabledThreads, AreOrderedById) {
  EnabledThreads threads;
  const Operation next;
  for (const ThreadId id : {2, 0, 3, 1}) threads.insert(id, next);
  EXPECT_EQ(ids(threads), (std::vector<ThreadId>{0, 1, 2, 3}));
  EXPECT_EQ(threads.front().thread, 0);
  EXPECT_TRUE(threads.erase(2));
  EXPECT_TRUE(threads.erase(0));
  EXPECT_FALSE(threads.erase(0));
  EXPECT_EQ(ids(threads), (std::vector<ThreadId>{1, 3}));
}

TEST(EnabledThreads, KnowTheirNextOperations) {
  EnabledThreads threads;
  Operation next;
  threads.insert(5, next);
  next.kind = OperationKind::kLock;
  EXPECT_EQ(threads.front().next->kind, OperationKind::kLock);
}

TEST(EnabledThreads, MayBeMany) {
  EnabledThreads threads;
  const Operation next;
  constexpr ThreadId kMany = 4096;
  for (ThreadId id = 0; id < kMany; ++id) threads.insert(id, next);
  for (ThreadId id = 0; id < kMany; id += 2) EXPECT_TRUE(threads.erase(id));
  ASSERT_EQ(threads.size(), kMany / 2u);
  for (ThreadId id = 0; id < kMany; id += 2) threads.insert(id, next);
  const std::vector<ThreadId> all = ids(threads);
  ASSERT_EQ(all.size(), kMany);
  for (ThreadId id = 0; id < kMany; ++id) EXPECT_EQ(all[id], id);
  threads.clear();
  EXPECT_TRUE(threads.empty());
}

}  // namespace

}  // namespace heddle::runtime
