// What is written for a driver is what it reads, and what it tells is what is read.
#include "classes/task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classes/frame/task_reader.h"
#include "classes/frame/telling.h"
#include "event/random.h"
#include "heddle/class_driver.h"
#include "heddle/class_library_values.h"

namespace heddle::classes {
namespace {

Bytes given_task;
Bytes told_bytes;

}  // namespace
}  // namespace heddle::classes

extern "C" {

std::size_t heddle_task(const unsigned char** bytes) {
  *bytes = heddle::classes::given_task.data();
  return heddle::classes::given_task.size();
}

void heddle_tell(const unsigned char* bytes, std::size_t size) {
  heddle::classes::told_bytes.insert(heddle::classes::told_bytes.end(), bytes, bytes + size);
}

void heddle_note_moment(unsigned) {}

int heddle_moment_is_past(unsigned) {
  return -1;
}

}  // extern "C"

namespace heddle::classes {
namespace {

using driver::Piece;
using driver::tell;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

CallSequence calls_of(const driver::Calls& calls) {
  CallSequence same;
  for (const driver::Call& each : calls) same.push_back({each.operation, each.seeds});
  return same;
}

TestCase test_of(const driver::Task& task) {
  TestCase test;
  test.prefix = calls_of(task.prefix);
  test.prefix.insert(test.prefix.begin(), {task.constructor.operation, task.constructor.seeds});
  for (const driver::Calls& suffix : task.suffixes) test.suffixes.push_back(calls_of(suffix));
  return test;
}

const TestCase kTest = {{{1, {0x0123456789abcdef, 2}}, {7, {}}},
                        {{{0xfffffffe, {1}}, {2, {1101}}}, {}, {{3, {4, 5, ~0ull}}}}};

TEST(Task, WithThreadsIsReadAsItWasWritten) {
  given_task = task_with_threads(kTest, {2, {1, 0, 1}});
  const driver::Task task = driver::TaskReader().task();
  EXPECT_EQ(task.mode, driver::Task::kThreads);
  EXPECT_EQ(task.objects, 2u);
  EXPECT_THAT(task.observed, ElementsAre(1, 0, 1));
  EXPECT_EQ(test_of(task), kTest);
  EXPECT_THAT(task.orders, IsEmpty());
}

TEST(Task, InOrdersIsReadAsItWasWritten) {
  given_task = task_in_orders(kTest, {1, {}}, std::vector<Order>{{0, 1, 2}, {2, 0}, {}});
  const driver::Task task = driver::TaskReader().task();
  EXPECT_EQ(task.mode, driver::Task::kOrders);
  EXPECT_EQ(test_of(task), kTest);
  EXPECT_THAT(task.orders, ElementsAre(ElementsAre(0, 1, 2), ElementsAre(2, 0), IsEmpty()));
}

TEST(Task, NamesResultsAsTheDriverDoes) {
  EXPECT_EQ(driver::kNumbers, 100u);
  EXPECT_EQ(driver::Context::kFirstResult, 1000u);
}

const TestCase kTwoThreads = {{{0, {}}}, {{{0, {1}}, {1, {}}}, {{2, {}}}}};

class Told : public ::testing::Test {
 protected:
  Told() { told_bytes.clear(); }
};

TEST_F(Told, HistoryIsRead) {
  tell(Piece::kBeforeThrew, 3);
  tell(Piece::kReady, 0);
  tell(Piece::kInvoked, 0);
  tell(Piece::kInvoked, 1);
  tell(Piece::kReturned, 0, "true");
  tell(Piece::kThrew, 1, "std::out_of_range");
  tell(Piece::kInvoked, 0);
  tell(Piece::kReturned, 0);
  tell(Piece::kObserver, 0);
  tell(Piece::kState, 0, "size() is 1");
  const ToldHistory told = read_history(told_bytes, kTwoThreads);
  EXPECT_TRUE(told.is_ready);
  EXPECT_THAT(told.prefix_threw, ElementsAre(3));
  EXPECT_EQ(told.looking, std::nullopt);
  EXPECT_EQ(told.history.final_state, "size() is 1");
  ASSERT_THAT(told.history.calls, SizeIs(3));
  const HistoryCall &first = told.history.calls[0], &other = told.history.calls[1],
                    &second = told.history.calls[2];
  EXPECT_EQ(first.call, kTwoThreads.suffixes[0][0]);
  EXPECT_EQ(first.outcome, Outcome::value("true"));
  EXPECT_EQ(other.thread, 1u);
  EXPECT_EQ(other.outcome, Outcome::exception("std::out_of_range"));
  EXPECT_EQ(second.call, kTwoThreads.suffixes[0][1]);
  EXPECT_EQ(second.outcome, Outcome::value(""));
  EXPECT_LT(other.invoked, first.returned);
  EXPECT_LT(first.returned, other.returned);
  EXPECT_LT(other.returned, second.invoked);
}

TEST_F(Told, CallsThatHappenBeforeAreRead) {
  tell(Piece::kReady, 0);
  tell(Piece::kInvoked, 1, std::string(2, '\0'));
  tell(Piece::kReturned, 1);
  tell(Piece::kInvoked, 0, std::string("\0\1", 2));
  const ToldHistory told = read_history(told_bytes, kTwoThreads);
  ASSERT_THAT(told.history.calls, SizeIs(2));
  EXPECT_THAT(told.history.calls[0].past, ElementsAre(0, 0));
  EXPECT_THAT(told.history.calls[1].past, ElementsAre(0, 1));
}

TEST_F(Told, HistoryOfAFailureEndsThere) {
  tell(Piece::kReady, 0);
  tell(Piece::kInvoked, 1);
  const ToldHistory told = read_history(told_bytes, kTwoThreads);
  ASSERT_THAT(told.history.calls, SizeIs(1));
  EXPECT_TRUE(told.history.calls[0].is_pending());
  EXPECT_EQ(told.history.calls[0].returned, HistoryCall::kNever);
  EXPECT_EQ(told.history.final_state, std::nullopt);
}

TEST_F(Told, ObserverThatDidNotComeBackIsKnown) {
  tell(Piece::kReady, 0);
  tell(Piece::kObserver, 4);
  EXPECT_EQ(read_history(told_bytes, kTwoThreads).looking, 4u);
}

TEST_F(Told, WithoutAnObjectNothingIsReady) {
  tell(Piece::kNoObject, 0, "std::bad_alloc");
  EXPECT_FALSE(read_history(told_bytes, kTwoThreads).is_ready);
}

TEST_F(Told, OrdersAreRead) {
  tell(Piece::kOrder, 0);
  tell(Piece::kReady, 0);
  tell(Piece::kReturned, 0, "1");
  tell(Piece::kThrew, 1, "int");
  tell(Piece::kState, 0, "empty() is true");
  tell(Piece::kOrder, 1);
  tell(Piece::kReady, 0);
  tell(Piece::kReturned, 0, "2");
  tell(Piece::kOrder, 2);
  tell(Piece::kReady, 0);
  tell(Piece::kObserver, 1);
  tell(Piece::kOrder, 3);
  tell(Piece::kNoObject, 0);
  const std::vector<ToldOrder> orders = read_orders(told_bytes);
  ASSERT_THAT(orders, SizeIs(4));
  EXPECT_THAT(orders[0].outcomes, ElementsAre(Outcome::value("1"), Outcome::exception("int")));
  EXPECT_EQ(orders[0].final_state, "empty() is true");
  EXPECT_THAT(orders[1].outcomes, ElementsAre(Outcome::value("2")));
  EXPECT_EQ(orders[1].final_state, std::nullopt);
  EXPECT_EQ(orders[2].looking, 1u);
  EXPECT_FALSE(orders[3].is_ready);
}

TEST_F(Told, TextIsCutWhereItIsTooLong) {
  tell(Piece::kReady, 0);
  tell(Piece::kInvoked, 0);
  tell(Piece::kReturned, 0, std::string(5000, 'x'));
  tell(Piece::kInvoked, 0);
  const ToldHistory told = read_history(told_bytes, kTwoThreads);
  ASSERT_THAT(told.history.calls, SizeIs(2));
  EXPECT_THAT(told.history.calls[0].outcome->text, SizeIs(2000));
  EXPECT_TRUE(is_shortened(told.history.calls[0].outcome->text));
}

TEST_F(Told, TextsThatDifferWhereTheyAreCutOffStayDifferent) {
  const std::string same(5000, 'x');
  tell(Piece::kReady, 0);
  for (const std::string& text : {same + 'a', same + 'b', same + 'a', std::string(2000, 'x')}) {
    tell(Piece::kInvoked, 0);
    tell(Piece::kReturned, 0, text);
  }
  const TestCase four_calls = {{{0, {}}}, {{{0, {}}, {1, {}}, {2, {}}, {3, {}}}}};
  const std::vector<HistoryCall> calls = read_history(told_bytes, four_calls).history.calls;
  ASSERT_THAT(calls, SizeIs(4));
  EXPECT_NE(calls[0].outcome, calls[1].outcome);
  EXPECT_EQ(calls[0].outcome, calls[2].outcome);
  EXPECT_EQ(calls[3].outcome->text, std::string(2000, 'x'));
  EXPECT_FALSE(is_shortened(calls[3].outcome->text));
}

TEST_F(Told, NonsenseEndsTheHistory) {
  tell(Piece::kReady, 0);
  for (const std::uint32_t thread : {0u, 0u, 0u})  // one call more than it has
    tell(Piece::kInvoked, thread);
  EXPECT_THAT(read_history(told_bytes, kTwoThreads).history.calls, SizeIs(2));
  told_bytes.clear();
  tell(Piece::kInvoked, 2);
  EXPECT_THAT(read_history(told_bytes, kTwoThreads).history.calls, IsEmpty());
  told_bytes.clear();
  tell(Piece::kReturned, 1, "1");
  EXPECT_THAT(read_history(told_bytes, kTwoThreads).history.calls, IsEmpty());
  EXPECT_THAT(read_orders(told_bytes), IsEmpty());
}

TEST_F(Told, DamagedBytesAreSurvived) {
  tell(Piece::kOrder, 0);
  tell(Piece::kReady, 0);
  for (const std::uint32_t thread : {0u, 1u, 0u}) {
    tell(Piece::kInvoked, thread);
    tell(Piece::kReturned, thread, "some text");
  }
  tell(Piece::kState, 0, "size() is 1");
  const Bytes whole = told_bytes;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    EXPECT_LE(read_history({whole.data(), length}, kTwoThreads).history.calls.size(), 3u);
    EXPECT_LE(read_orders({whole.data(), length}).size(), 1u);
  }
  Random random(3);
  for (int i = 0; i < 5000; ++i) {
    Bytes damaged = whole;
    for (std::uint64_t k = 1 + random.below(6); k > 0; --k)
      damaged[random.below(damaged.size())] = static_cast<std::uint8_t>(random.below(256));
    read_history(damaged, kTwoThreads);
    read_orders(damaged);
  }
}

// ---- How the driver describes values.

template <typename T>
std::string described(const T& value) {
  std::string text;
  driver::describe(text, value);
  return text;
}

enum class Color : std::uint8_t { kRed, kGreen };
struct Opaque {};

TEST(Describe, TellsValues) {
  EXPECT_EQ(described(true), "true");
  EXPECT_EQ(described('x'), "'x'");
  EXPECT_EQ(described(-5L), "-5");
  EXPECT_EQ(described(0.5), "0.5");
  EXPECT_EQ(described(Color::kGreen), "1");
  EXPECT_EQ(described(std::byte{7}), "7");
  EXPECT_EQ(described(std::string("a")), "\"a\"");
  EXPECT_EQ(described("a"), "\"a\"");
  EXPECT_EQ(described(std::optional<int>()), "nothing");
  EXPECT_EQ(described(std::optional<int>(3)), "3");
  EXPECT_EQ(described(std::make_unique<int>(3)), "3");
  EXPECT_EQ(described(std::shared_ptr<int>()), "null");
  EXPECT_EQ(described(std::pair<int, bool>(1, true)), "(1, true)");
  EXPECT_EQ(described(std::tuple<int, char, std::string>(1, 'c', "t")), "(1, 'c', \"t\")");
  EXPECT_EQ(described(std::vector<std::optional<int>>{1, std::nullopt}), "{1, nothing}");
  EXPECT_EQ(described(Opaque()), "an object");
}

TEST(Describe, TellsNoAddresses) {
  int number = 1;
  EXPECT_EQ(described(&number), "a pointer");
  EXPECT_EQ(described(static_cast<int*>(nullptr)), "null");
  EXPECT_EQ(described(static_cast<const char*>(nullptr)), "null");
}

}  // namespace
}  // namespace heddle::classes
