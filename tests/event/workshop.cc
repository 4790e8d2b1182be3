#include "workshop.h"

#include <gtest/gtest.h>

namespace heddle::testing {

namespace {

void expect_same(const Operation& actual, const Operation& expected) {
  EXPECT_EQ(actual.kind, expected.kind);
  EXPECT_EQ(actual.size, expected.size);
  EXPECT_EQ(actual.peer, expected.peer);
  EXPECT_EQ(actual.site, expected.site);
  EXPECT_EQ(actual.location, expected.location);
  EXPECT_EQ(actual.address, expected.address);
}

void expect_same(const ThreadReport& actual, const ThreadReport& expected) {
  EXPECT_EQ(actual.name, expected.name);
  EXPECT_EQ(actual.given_name, expected.given_name);
  EXPECT_EQ(actual.state, expected.state);
  expect_same(actual.next, expected.next);
  EXPECT_EQ(actual.object, expected.object);
  EXPECT_EQ(actual.object.allocation_site, expected.object.allocation_site);
  EXPECT_EQ(actual.object.ordinal, expected.object.ordinal);
  EXPECT_EQ(actual.waits_for, expected.waits_for);
  EXPECT_EQ(actual.wait.how, expected.wait.how);
  EXPECT_EQ(actual.wait.value, expected.wait.value);
  EXPECT_EQ(actual.wait.wanted, expected.wait.wanted);
  EXPECT_EQ(actual.wait.last_thread, expected.wait.last_thread);
  EXPECT_EQ(actual.wait.last_site, expected.wait.last_site);
  EXPECT_EQ(actual.stack, expected.stack);
  ASSERT_EQ(actual.held.size(), expected.held.size());
  for (std::size_t i = 0; i < expected.held.size(); ++i) {
    EXPECT_EQ(actual.held[i].lock, expected.held[i].lock);
    EXPECT_EQ(actual.held[i].site, expected.held[i].site);
  }
}

}  // namespace

Failure full_failure() {
  const Location lock{.kind = ObjectKind::kHeap,
                      .module = 2,
                      .allocation_site = 0x77,
                      .ordinal = 3,
                      .thread = 0x1111,
                      .object = 0x2222,
                      .offset = 40};
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.thread = 1;
  failure.site = 0x1234;
  failure.text = std::string("two\nlines and a \0 byte", 22);
  failure.code = -11;
  failure.address = 0xdeadbeefcafe;
  failure.shape = DeadlockShape::kPartialCycle;
  failure.cycle = {1, 2};
  failure.lost_signal_site = 0x55;
  failure.lost_signal_thread = 4;
  failure.spinning = {7, 8, 9};
  failure.step = 1'000'000'000'000;
  failure.threads.resize(2);
  failure.threads[0].name = "main";
  failure.threads[1] = {.name = "main.0",
                        .given_name = "logger",
                        .state = ThreadState::kBlocked,
                        .next = {.kind = OperationKind::kLock,
                                 .size = 40,
                                 .peer = 3,
                                 .site = 0x99,
                                 .location = 12,
                                 .address = 0x7000'0000'0000},
                        .object = lock,
                        .waits_for = 2,
                        .wait = {.how = OperationKind::kSemaphoreWait,
                                 .value_is_known = true,
                                 .value = 3,
                                 .wanted = 4,
                                 .last_thread = 5,
                                 .last_site = 0x77,
                                 .watched_object = {}},
                        .held = {{lock, 0x88}, {Location{}, 0x89}},
                        .stack = {0x99, 0x9a, 0x9b}};
  return failure;
}

void expect_same(const Failure& actual, const Failure& expected) {
  EXPECT_EQ(actual.kind, expected.kind);
  EXPECT_EQ(actual.thread, expected.thread);
  EXPECT_EQ(actual.site, expected.site);
  EXPECT_EQ(actual.text, expected.text);
  EXPECT_EQ(actual.code, expected.code);
  EXPECT_EQ(actual.address, expected.address);
  EXPECT_EQ(actual.shape, expected.shape);
  EXPECT_EQ(actual.cycle, expected.cycle);
  EXPECT_EQ(actual.lost_signal_site, expected.lost_signal_site);
  EXPECT_EQ(actual.lost_signal_thread, expected.lost_signal_thread);
  EXPECT_EQ(actual.spinning, expected.spinning);
  EXPECT_EQ(actual.step, expected.step);
  ASSERT_EQ(actual.threads.size(), expected.threads.size());
  for (std::size_t i = 0; i < expected.threads.size(); ++i)
    expect_same(actual.threads[i], expected.threads[i]);
}

ScheduleFile small_schedule() {
  ScheduleFile file;
  file.program = "/home/ada/bank";
  file.folder = "../a folder\\";
  file.build_id = "8f3a90c1";
  file.arguments = {"--accounts", "2", "", "two words", "line\nbreak", "back\\slash"};
  file.input = "bug-1.input";
  file.strategy = "random:switch=0.25";
  file.seed = 1;
  file.execution = 41;
  file.random_seed = 7;
  file.expected_exit = 0;
  file.step_limit = 50'000;
  file.outcome = FailureKind::kAssertion;
  file.outcome_text = "balance >= 0";
  file.threads = {"main", "main.0", "main.1"};
  file.kinds = {{OperationKind::kThreadCreate, "bank", 0x11d0, "bank.cc:20"},
                {OperationKind::kThreadStart, "bank", 0x11d0, "bank.cc:20"},
                {OperationKind::kRead, "bank", 0x1240, "bank.cc:8"},
                {OperationKind::kWrite, "bank", 0x1252, "bank.cc:9"},
                {OperationKind::kThreadJoin, "bank", 0x1300, ""}};
  file.schedule = {{0, 2}, {1, 2}, {2, 3}, {1, 1}, {0, 4}};
  file.steps = {0, 0, 1, 2, 1, 2, 3, 3, 4, 4};  // the last two are not recorded
  return file;
}

void expect_same(const ScheduleFile& actual, const ScheduleFile& expected) {
  EXPECT_EQ(actual.program, expected.program);
  EXPECT_EQ(actual.folder, expected.folder);
  EXPECT_EQ(actual.build_id, expected.build_id);
  EXPECT_EQ(actual.arguments, expected.arguments);
  EXPECT_EQ(actual.input, expected.input);
  EXPECT_EQ(actual.surroundings, expected.surroundings);
  EXPECT_EQ(actual.in_process_call, expected.in_process_call);
  EXPECT_EQ(actual.cpp_memory, expected.cpp_memory);
  EXPECT_EQ(actual.strategy, expected.strategy);
  EXPECT_EQ(actual.seed, expected.seed);
  EXPECT_EQ(actual.execution, expected.execution);
  EXPECT_EQ(actual.random_seed, expected.random_seed);
  EXPECT_EQ(actual.expected_exit, expected.expected_exit);
  EXPECT_EQ(actual.step_limit, expected.step_limit);
  EXPECT_EQ(actual.outcome, expected.outcome);
  EXPECT_EQ(actual.outcome_text, expected.outcome_text);
  EXPECT_EQ(actual.threads, expected.threads);
  EXPECT_EQ(actual.steps, expected.steps);
  EXPECT_EQ(actual.schedule, expected.schedule);
  ASSERT_EQ(actual.kinds.size(), expected.kinds.size());
  for (std::size_t i = 0; i < expected.kinds.size(); ++i) {
    EXPECT_EQ(actual.kinds[i].kind, expected.kinds[i].kind) << i;
    EXPECT_EQ(actual.kinds[i].module, expected.kinds[i].module) << i;
    EXPECT_EQ(actual.kinds[i].offset, expected.kinds[i].offset) << i;
    EXPECT_EQ(actual.kinds[i].place, expected.kinds[i].place) << i;
  }
}

}  // namespace heddle::testing
