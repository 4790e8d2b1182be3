#include "strategies/mcr/behaviour.h"

#include <gtest/gtest.h>

#include "tiny_program.h"

namespace heddle::causality {
namespace {

using testing::Action;
using testing::Do;
using testing::TinyProgram;

std::uint64_t name_of(std::uint32_t child) {
  ThreadNameHashes names;
  for (std::uint32_t i = 1; i <= child; ++i)
    names.look_for_creation({0, 0, kMainThread, OperationKind::kThreadCreate, 0, i});
  return names.of(static_cast<ThreadId>(child));
}

// One thread writes 1, another reads; what it reads decides what it writes.
class ReaderAndWriter : public ::testing::Test {
 protected:
  ReaderAndWriter()
      : program_({{{Do::kWrite, 0, 1}}, {{Do::kRead, 0, 0, 0}, {Do::kWrite, 1, 5}, {Do::kWrite, 2, 6}}}) {}

  std::vector<Happened> run(const Guide& guide) {
    std::vector<Happened> happened;
    EXPECT_TRUE(behaviour_.add(program_.run(guide), happened));
    return happened;
  }

  TinyProgram program_;
  Behaviour behaviour_;
  const std::uint64_t main_ = name_hash(kMainThreadName), writer_ = name_of(1), reader_ = name_of(2);
};

TEST_F(ReaderAndWriter, TheSameOperationsAreTheSameNodes) {
  const std::vector<Happened> first = run({});
  const std::size_t size = behaviour_.size();
  // Creation first, then everything else in another order that nobody notices.
  run({main_, main_, writer_, reader_, writer_});
  EXPECT_EQ(behaviour_.size(), size);
  EXPECT_TRUE(behaviour_.is_consistent());
}

TEST_F(ReaderAndWriter, AnotherValueIsAnotherBranch) {
  const std::vector<Happened> late = run({main_, main_, writer_, writer_});
  const std::vector<Happened> early = run({main_, main_, reader_, reader_});
  NodeId read = kNoNode;
  for (NodeId id = 0; id < behaviour_.size(); ++id)
    if (behaviour_[id].kind == OperationKind::kRead) read = id;
  ASSERT_NE(read, kNoNode);
  ASSERT_EQ(behaviour_[read].outcomes.size(), 2u);
  const NodeId one = behaviour_[read].outcomes[0].next, other = behaviour_[read].outcomes[1].next;
  EXPECT_TRUE(behaviour_.excludes(one, other));
  EXPECT_FALSE(behaviour_.excludes(read, other));
  EXPECT_TRUE(behaviour_.precedes(read, one));
  EXPECT_FALSE(behaviour_.precedes(one, read));
  EXPECT_TRUE(behaviour_.precedes(0, one)) << "main created the thread";
}

TEST_F(ReaderAndWriter, ConcurrentOperationsNeitherPrecedeNorExcludeEachOther) {
  run({});
  NodeId read = kNoNode, write = kNoNode;
  for (NodeId id = 0; id < behaviour_.size(); ++id) {
    if (behaviour_[id].kind == OperationKind::kRead) read = id;
    if (behaviour_[id].kind == OperationKind::kWrite && behaviour_[id].thread == writer_) write = id;
  }
  EXPECT_FALSE(behaviour_.precedes(read, write));
  EXPECT_FALSE(behaviour_.precedes(write, read));
  EXPECT_FALSE(behaviour_.excludes(write, read));
}

TEST_F(ReaderAndWriter, WhatNobodySeesMakesItInconsistent) {
  Trace trace = program_.run({});
  std::vector<Happened> happened;
  behaviour_.add(trace, happened);
  for (Event& event : trace.events)
    if (event.kind == OperationKind::kWrite) event.site += 1;
  behaviour_.add(trace, happened);
  EXPECT_FALSE(behaviour_.is_consistent());
}

TEST_F(ReaderAndWriter, AJoinThatGaveUpIsNoEndOfTheThread) {
  const auto ends = [this](std::uint32_t gave_up) {
    behaviour_.forget();
    Trace trace = program_.run({});
    for (Event& event : trace.events)
      if (event.kind == OperationKind::kThreadJoin) event.detail |= gave_up;
    std::vector<Happened> happened;
    behaviour_.add(trace, happened);
    std::size_t count = 0;
    for (NodeId id = 0; id < behaviour_.size(); ++id) count += behaviour_[id].role == Role::kEnd ? 1 : 0;
    return count;
  };
  EXPECT_EQ(ends(0), 2u);
  EXPECT_EQ(ends(kGaveUp), 0u);
}

// The process exits beside threads that wait so, and beside no others.
TEST(Behaviour, KnowsWhereAThreadMayWaitForEver) {
  const auto can_wait_at = [](OperationKind kind) {
    Node node;
    node.kind = kind;
    return can_wait(node);
  };
  EXPECT_TRUE(can_wait_at(OperationKind::kLock));
  EXPECT_TRUE(can_wait_at(OperationKind::kWake));
  EXPECT_TRUE(can_wait_at(OperationKind::kReceive)) << "no other thread may ever send";
  EXPECT_FALSE(can_wait_at(OperationKind::kBarrierWait)) << "it arrives, and waits for the wake";
  EXPECT_FALSE(can_wait_at(OperationKind::kTimedLock));
  EXPECT_FALSE(can_wait_at(OperationKind::kSemaphoreTryWait));
}

TEST_F(ReaderAndWriter, EverythingIsSeenAgainWhenVariablesTurnOutToOverlap) {
  Trace trace = program_.run({});
  std::vector<Happened> happened;
  EXPECT_TRUE(behaviour_.add(trace, happened));
  for (std::size_t i = 0; i < trace.events.size(); ++i)
    if (trace.events[i].kind == OperationKind::kRead) trace.values[i].offset += 2;
  EXPECT_FALSE(behaviour_.add(trace, happened));
  behaviour_.forget();
  EXPECT_TRUE(behaviour_.add(trace, happened));
}

}  // namespace
}  // namespace heddle::causality
