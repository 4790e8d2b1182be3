#include "event/wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "event/operation.h"
#include "event/schedule.h"

namespace heddle {
namespace {

using ::testing::IsEmpty;

template <typename T>
void expect_round_trip(const T& value) {
  Writer writer;
  writer.put(value);
  Reader reader(writer.bytes());
  T read{};
  reader.get(read);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(read, value);
}

template <typename T>
void expect_round_trip_of_all(const std::vector<T>& values) {
  Writer writer;
  writer.put_all(std::span<const T>(values));
  Reader reader(writer.bytes());
  std::vector<T> read{T{}, T{}};
  reader.get_all(read);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(read, values);
}

TEST(Wire, CarriesEveryKindOfNumber) {
  expect_round_trip<std::uint8_t>(255);
  expect_round_trip<std::int16_t>(std::numeric_limits<std::int16_t>::min());
  expect_round_trip<std::uint32_t>(~0u);
  expect_round_trip<std::int64_t>(std::numeric_limits<std::int64_t>::min());
  expect_round_trip<std::uint64_t>(~0ull);
  expect_round_trip(true);
  expect_round_trip(0.1);
  expect_round_trip(OperationKind::kExit);
}

// What fuzzing found: any other byte is no value of a bool.
TEST(Wire, ReadsEveryByteAsABool) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::vector<std::uint8_t> bytes = {static_cast<std::uint8_t>(byte)};
    Reader reader(bytes);
    bool value = false;
    reader.get(value);
    EXPECT_EQ(static_cast<int>(value), byte == 0 ? 0 : 1) << byte;
  }
}

TEST(Wire, CarriesStructures) {
  expect_round_trip(heddle::Run{7, 8});
  expect_round_trip(StepKind{OperationKind::kLock, 9});
  expect_round_trip(Event{1, 2, 3, OperationKind::kWrite, 4, 5});
}

TEST(Wire, CarriesTexts) {
  expect_round_trip(std::string());
  expect_round_trip(std::string("words"));
  expect_round_trip(std::string("a \0 byte", 8));
  expect_round_trip(std::string(100'000, 'x'));
}

TEST(Wire, CarriesLists) {
  expect_round_trip_of_all<std::uint32_t>({});
  expect_round_trip_of_all<std::uint16_t>({1, 2, 3});
  expect_round_trip_of_all<heddle::Run>({{1, 2}, {3, 4}});
}

TEST(Wire, CarriesOneAfterAnother) {
  Writer writer;
  writer.put(std::uint8_t{1});
  writer.put(std::string_view("two"));
  writer.put(std::uint64_t{3});
  Reader reader(writer.bytes());
  std::uint8_t one = 0;
  std::string two;
  std::uint64_t three = 0;
  reader.get(one);
  reader.get(two);
  reader.get(three);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(one, 1);
  EXPECT_EQ(two, "two");
  EXPECT_EQ(three, 3u);
}

TEST(Wire, RefusesToReadPastTheEnd) {
  const std::uint8_t bytes[] = {1, 2, 3};
  Reader reader(bytes);
  std::uint32_t number = 99;
  reader.get(number);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(number, 0u);
}

TEST(Wire, GivesNothingMoreAfterAnError) {
  Writer writer;
  writer.put(~0ull);  // a text longer than anything
  writer.put(std::string_view("there is more"));
  Reader reader(writer.bytes());
  std::string text = "old", more = "old";
  std::vector<std::uint32_t> list{1};
  std::uint8_t byte = 1;
  reader.get(text);
  reader.get(more);
  reader.get_all(list);
  reader.get(byte);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(text, "");
  EXPECT_EQ(more, "");
  EXPECT_THAT(list, IsEmpty());
  EXPECT_EQ(byte, 0);
}

TEST(Wire, RefusesEveryCutOfAMessage) {
  Writer writer;
  writer.put(std::uint32_t{5});
  writer.put(std::string_view("some words"));
  writer.put_all(std::span<const heddle::Run>(std::vector<heddle::Run>{{1, 2}, {3, 4}}));
  const std::vector<std::uint8_t>& bytes = writer.bytes();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Reader reader({bytes.data(), length});
    std::uint32_t number = 0;
    std::string text;
    std::vector<heddle::Run> list;
    reader.get(number);
    reader.get(text);
    reader.get_all(list);
    EXPECT_FALSE(reader.ok()) << length;
  }
}

TEST(Wire, AllocatesNothingForACountThatCannotBe) {
  for (std::uint64_t count : {3ull, 1ull << 32, 1ull << 61, (1ull << 61) + 1, 1ull << 63, ~0ull}) {
    SCOPED_TRACE(count);
    Writer writer;
    writer.put(count);
    writer.put(heddle::Run{1, 2});
    writer.put(heddle::Run{3, 4});  // two are there, more are said to be
    std::vector<heddle::Run> list;
    Reader lists(writer.bytes());
    lists.get_all(list);
    EXPECT_FALSE(lists.ok());
    EXPECT_EQ(list.capacity(), 0u);
    Reader counts(writer.bytes());
    EXPECT_EQ(counts.count(sizeof(heddle::Run)), 0u);
    EXPECT_FALSE(counts.ok());
  }
}

TEST(Wire, AcceptsACountThatExactlyFits) {
  Writer writer;
  writer.put(std::uint64_t{2});
  writer.put(heddle::Run{1, 2});
  writer.put(heddle::Run{3, 4});
  Reader reader(writer.bytes());
  EXPECT_EQ(reader.count(sizeof(heddle::Run)), 2u);
  EXPECT_TRUE(reader.ok());
}

}  // namespace
}  // namespace heddle
