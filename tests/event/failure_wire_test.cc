#include "event/failure_wire.h"

#include <gtest/gtest.h>

#include "event/random.h"
#include "workshop.h"

namespace heddle {
namespace {

using testing::expect_same;
using testing::full_failure;

template <typename T>
std::vector<std::uint8_t> bytes_of(const T& value) {
  Writer writer;
  put(writer, value);
  return writer.bytes();
}

template <typename T>
bool read(std::span<const std::uint8_t> bytes, T& value) {
  Reader reader(bytes);
  get(reader, value);
  return reader.ok();
}

ModuleTable two_modules() {
  Module program{.path = "/home/ada/bank", .build_id = "8f3a", .bias = 1, .start = 2, .size = 3};
  program.instrumented = true;
  return {{program, Module{.path = "libc", .build_id = "", .bias = 4, .start = 5, .size = 6, .first = 7}}};
}

Divergence some_divergence() {
  return {.step = 12,
          .thread = 3,
          .expected = {OperationKind::kLock, 4},
          .found = {OperationKind::kRead, 5},
          .schedule_ended = true,
          .reason = "the thread cannot go on"};
}

TEST(FailureWire, CarriesAFailureWithAllItsParts) {
  Failure read_back;
  ASSERT_TRUE(read(bytes_of(full_failure()), read_back));
  expect_same(read_back, full_failure());
  EXPECT_EQ(read_back.signature(), full_failure().signature());
}

TEST(FailureWire, CarriesAnEmptyFailure) {
  Failure read_back = full_failure();
  ASSERT_TRUE(read(bytes_of(Failure{}), read_back));
  expect_same(read_back, Failure{});
}

TEST(FailureWire, CarriesWhatIsWrongWithTheHeap) {
  Failure expected = full_failure();
  expected.kind = FailureKind::kHeapError;
  expected.heap = {HeapErrorKind::kUseAfterFree, OperationKind::kWrite, 4, {}, -8, 24, {1, {5, 6}}, {2, {7}}};
  Failure read_back;
  ASSERT_TRUE(read(bytes_of(expected), read_back));
  EXPECT_EQ(bytes_of(read_back), bytes_of(expected));
  EXPECT_EQ(read_back.heap.offset, -8);
  EXPECT_EQ(read_back.heap.freed.stack, std::vector<SiteId>{7});
}

TEST(FailureWire, CarriesWhatIsWrongWithTheStack) {
  Failure expected = full_failure();
  expected.kind = FailureKind::kStackError;
  expected.stack = {StackErrorKind::kEnded, OperationKind::kLock, 4, 2, {}, {2, {5, 6}}};
  expected.stack.object.frame_offset = -24;
  Failure read_back;
  ASSERT_TRUE(read(bytes_of(expected), read_back));
  EXPECT_EQ(bytes_of(read_back), bytes_of(expected));
  EXPECT_EQ(read_back.stack.owner, 2);
  EXPECT_EQ(read_back.stack.object.frame_offset, -24);
  EXPECT_EQ(read_back.stack.used.stack, (std::vector<SiteId>{5, 6}));
}

TEST(FailureWire, CarriesBothAccessesOfARace) {
  Failure expected = full_failure();
  expected.kind = FailureKind::kDataRace;
  expected.race.first = {1, true, false, true, true, true, OperationKind::kNone, 24, 5, 6, {{}}, {5, 4}, {2, {7}}};
  expected.race.second.thread = 2;
  expected.race.second.deed = OperationKind::kUnlock;
  expected.race.release_site = 9;
  expected.race.first_goes_on = false;
  expected.race.allocated = {1, {8, 9}};
  Failure read_back;
  ASSERT_TRUE(read(bytes_of(expected), read_back));
  EXPECT_EQ(bytes_of(read_back), bytes_of(expected));
  EXPECT_TRUE(read_back.race.first.frees);
  EXPECT_EQ(read_back.race.first.created.thread, 2);
  EXPECT_EQ(read_back.race.first.created.stack, std::vector<SiteId>{7});
  EXPECT_FALSE(read_back.race.first_goes_on);
  EXPECT_EQ(read_back.race.allocated.stack, (std::vector<SiteId>{8, 9}));
  EXPECT_EQ(read_back.race.second.deed, OperationKind::kUnlock);
  EXPECT_TRUE(read_back.race.first.allocates);
  EXPECT_EQ(read_back.signature(), expected.signature());
}

TEST(FailureWire, CarriesModules) {
  const ModuleTable expected = two_modules();
  ModuleTable read_back;
  ASSERT_TRUE(read(bytes_of(expected), read_back));
  ASSERT_EQ(read_back.modules.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read_back.modules[i].path, expected.modules[i].path);
    EXPECT_EQ(read_back.modules[i].build_id, expected.modules[i].build_id);
    EXPECT_EQ(read_back.modules[i].bias, expected.modules[i].bias);
    EXPECT_EQ(read_back.modules[i].start, expected.modules[i].start);
    EXPECT_EQ(read_back.modules[i].size, expected.modules[i].size);
    EXPECT_EQ(read_back.modules[i].first, expected.modules[i].first);
    EXPECT_EQ(read_back.modules[i].instrumented, expected.modules[i].instrumented);
  }
}

TEST(FailureWire, CarriesADivergence) {
  Divergence read_back;
  ASSERT_TRUE(read(bytes_of(some_divergence()), read_back));
  EXPECT_EQ(read_back.step, 12u);
  EXPECT_EQ(read_back.thread, 3);
  EXPECT_EQ(read_back.expected, (StepKind{OperationKind::kLock, 4}));
  EXPECT_EQ(read_back.found, (StepKind{OperationKind::kRead, 5}));
  EXPECT_TRUE(read_back.schedule_ended);
  EXPECT_EQ(read_back.reason, "the thread cannot go on");
}

template <typename T>
void expect_every_cut_refused(const T& value) {
  const std::vector<std::uint8_t> bytes = bytes_of(value);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    T read_back;
    EXPECT_FALSE(read(std::span(bytes).first(length), read_back)) << length << " of " << bytes.size();
  }
}

TEST(FailureWire, RefusesEveryCut) {
  expect_every_cut_refused(full_failure());
  expect_every_cut_refused(two_modules());
  expect_every_cut_refused(some_divergence());
}

TEST(FailureWire, SurvivesRandomBytes) {
  const std::vector<std::uint8_t> bytes = bytes_of(full_failure());
  Random random(3);
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::uint8_t> damaged = bytes;
    for (std::uint64_t k = 1 + random.below(8); k > 0; --k)
      damaged[random.below(damaged.size())] = static_cast<std::uint8_t>(random.below(256));
    Failure failure;
    if (!read(damaged, failure)) continue;
    ++accepted;
    failure.signature();
    EXPECT_FALSE(to_string(failure.kind).empty());
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, 20'000);
}

// A count may be a lie as long as there are bytes for it: what is allocated must stay in proportion to what
// was sent.
template <typename T>
std::size_t elements_made_of(std::size_t size, std::vector<std::uint8_t> start, T& value,
                             std::size_t count_at) {
  start.resize(count_at);
  Writer count;
  count.put(static_cast<std::uint64_t>(size));
  start.insert(start.end(), count.bytes().begin(), count.bytes().end());
  start.resize(start.size() + size);
  read(start, value);
  return start.size();
}

constexpr std::size_t kInflation = 8;

TEST(FailureWire, AllocatesInProportionForThreads) {
  Failure failure;
  const std::vector<std::uint8_t> empty = bytes_of(Failure{});
  const std::size_t sent = elements_made_of(1u << 16, empty, failure, empty.size() - sizeof(std::uint64_t));
  EXPECT_LE(failure.threads.capacity() * sizeof(ThreadReport), kInflation * sent);
}

TEST(FailureWire, AllocatesInProportionForModules) {
  ModuleTable table;
  const std::size_t sent = elements_made_of(1u << 16, bytes_of(ModuleTable{}), table, 0);
  EXPECT_LE(table.modules.capacity() * sizeof(Module), kInflation * sent);
}

}  // namespace
}  // namespace heddle
