#include "search/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/random.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;

// What is behind the byte that tells the type.
template <typename Message>
bool read(std::span<const std::uint8_t> bytes, MessageType expected, Message& message) {
  Reader reader(bytes);
  MessageType type{};
  reader.get(type);
  EXPECT_EQ(type, expected);
  return decode(reader, message);
}

template <typename Message>
Message round_trip(const Message& message, MessageType type) {
  Message result;
  EXPECT_TRUE(read(encode(message), type, result));
  return result;
}

Hello hello() {
  Hello message;
  message.version = "0.1.0";
  message.modules.modules.resize(2);
  message.modules.modules[0].path = "/home/ada/bank";
  message.modules.modules[1].path = "libc.so.6";
  message.modules.modules[1].first = 0x5000;
  message.randomised_addresses = true;
  return message;
}

ExecutionOptions execution_options() {
  return {.number = 1,
          .seed = 2,
          .random_seed = 3,
          .granularity = Granularity::kAll,
          .step_limit = 4,
          .timeout_milliseconds = 5,
          .expected_exit = -6,
          .hold_exit = true,
          .livelock_at_end = true,
          .livelock = no_progress_in(70'000),
          .capture_output = true};
}

void expect_same(const ExecutionOptions& actual, const ExecutionOptions& expected) {
  EXPECT_EQ(actual.number, expected.number);
  EXPECT_EQ(actual.seed, expected.seed);
  EXPECT_EQ(actual.random_seed, expected.random_seed);
  EXPECT_EQ(actual.granularity, expected.granularity);
  EXPECT_EQ(actual.step_limit, expected.step_limit);
  EXPECT_EQ(actual.timeout_milliseconds, expected.timeout_milliseconds);
  EXPECT_EQ(actual.expected_exit, expected.expected_exit);
  EXPECT_EQ(actual.hold_exit, expected.hold_exit);
  EXPECT_EQ(actual.livelock_at_end, expected.livelock_at_end);
  EXPECT_EQ(actual.livelock, expected.livelock);
  EXPECT_EQ(actual.capture_output, expected.capture_output);
}

SearchRequest search_request() {
  SearchRequest message;
  message.settings.strategy = "random:switch=0.5";
  message.settings.seed = 9;
  message.settings.execution = execution_options();
  message.settings.coverage.metrics = bit_of(MetricKind::kSyncPairs);
  message.settings.coverage.window = 500;
  message.settings.requirements = {{1, 2}, {3, 4}};
  message.settings.lines = {{5, 6}};
  message.settings.predict_deadlocks = true;
  message.settings.snapshot = {"test", "/tmp/program", 0x1234, 56};
  message.settings.region = {"region", "/tmp/library", 0x5678, 9};
  message.settings.may_begin_at_region = true;
  message.executions = 10'000;
  message.fresh = false;
  message.task = {1, 0, 255};
  return message;
}

ExecutionReport report() {
  ExecutionReport result;
  result.number = 77;
  result.end = End::kDiverged;
  result.exit_status = -1;
  result.steps = 1000;
  result.switches = 20;
  result.truncated = true;
  result.failure.kind = FailureKind::kCrash;
  result.failure.site = 0x123;
  result.failure.threads.resize(2);
  result.failure.threads[1].name = "main.0";
  result.divergence.step = 5;
  result.divergence.reason = "the thread cannot go on";
  result.threads = {"main", "main.0", ""};
  result.schedule = {{0, 3}, {1, 4}};
  result.told = {7, 0, 8};
  return result;
}

void expect_same(const ExecutionReport& actual, const ExecutionReport& expected) {
  EXPECT_EQ(actual.number, expected.number);
  EXPECT_EQ(actual.end, expected.end);
  EXPECT_EQ(actual.exit_status, expected.exit_status);
  EXPECT_EQ(actual.steps, expected.steps);
  EXPECT_EQ(actual.switches, expected.switches);
  EXPECT_EQ(actual.truncated, expected.truncated);
  EXPECT_EQ(actual.failure.kind, expected.failure.kind);
  EXPECT_EQ(actual.failure.signature(), expected.failure.signature());
  ASSERT_EQ(actual.failure.threads.size(), expected.failure.threads.size());
  EXPECT_EQ(actual.failure.threads[1].name, expected.failure.threads[1].name);
  EXPECT_EQ(actual.divergence.step, expected.divergence.step);
  EXPECT_EQ(actual.divergence.reason, expected.divergence.reason);
  EXPECT_EQ(actual.threads, expected.threads);
  EXPECT_EQ(actual.schedule, expected.schedule);
  EXPECT_EQ(actual.told, expected.told);
}

SearchPaused search_paused() {
  SearchPaused message;
  message.reason = PauseReason::kFailure;
  message.totals = {
      .executions = 1, .abandoned = 2, .failed = 3, .steps = 4, .events = 5, .points = 6, .switches = 7};
  message.signatures = {11, 12};
  message.counts = {1, 5};
  message.saw_threads = true;
  message.report = report();
  message.races.push_back(report());
  message.tellings = {{{1, 2, 3}, 4, 5}, {{}, 6, 7}};
  message.predictions.resize(1);
  message.predictions[0].execution = 4;
  message.predictions[0].members.resize(2);
  message.predictions[0].members[1].thread = "main.1";
  message.predictions[0].members[1].lock.offset = 64;
  message.predictions[0].members[1].held_site = 77;
  message.modules = hello().modules;
  return message;
}

StepRecord record() {
  return {{{OperationKind::kRead, 1}, {OperationKind::kWrite, 2}}, {0, 1, 1, 0}};
}

void expect_same(const StepRecord& actual, const StepRecord& expected) {
  EXPECT_EQ(actual.kinds, expected.kinds);
  EXPECT_EQ(actual.steps, expected.steps);
}

ReplayRequest replay_request() {
  return {.execution = execution_options(),
          .schedule = {{0, 3}, {1, 4}},
          .record = record(),
          .max_recorded_steps = 500,
          .by_turns = true,
          .turns = {{7, 70}, {8, kAsFarAsPossible}},
          .longest = 600,
          .operations = true,
          .race = {.signature = 9, .first = 10, .second = 11},
          .explain = true,
          .task = {9, 9}};
}

Replayed replayed() {
  PerformedOperation operation;
  operation.thread = 2;
  operation.what.address = 0x1234;
  return {.report = report(),
          .record = record(),
          .event_hash = 0xabcdef,
          .preemptions = {3, 5},
          .operations = {operation},
          .trace = {.events = {{1, 2, 3, OperationKind::kRead, 4, 5}},
                    .values = {{.before = 6, .after = 7, .object = 8, .offset = 9}},
                    .stacks = {1},
                    .frames = {0, 1, 2},
                    .locations = {{}},
                    .frame_names = {{}},
                    .pointees = {{.event = 1, .value = 2, .location = {}}},
                    .sights = {{}}},
          .modules = hello().modules,
          .ordered_by = 12,
          .answers = {{.step = 1, .hash = 2, .site = 3, .thread = 4, .call = 5}}};
}

TEST(Messages, CarryHello) {
  const Hello read_back = round_trip(hello(), MessageType::kHello);
  EXPECT_EQ(read_back.version, "0.1.0");
  EXPECT_TRUE(read_back.randomised_addresses);
  ASSERT_EQ(read_back.modules.modules.size(), 2u);
  EXPECT_EQ(read_back.modules.modules[0].path, "/home/ada/bank");
  EXPECT_EQ(read_back.modules.modules[1].first, 0x5000u);
}

TEST(Messages, CarryASearchRequest) {
  const SearchRequest read_back = round_trip(search_request(), MessageType::kSearch);
  EXPECT_EQ(read_back.settings.strategy, "random:switch=0.5");
  EXPECT_EQ(read_back.settings.seed, 9u);
  expect_same(read_back.settings.execution, execution_options());
  EXPECT_EQ(read_back.settings.coverage.metrics, bit_of(MetricKind::kSyncPairs));
  EXPECT_EQ(read_back.settings.coverage.window, 500);
  EXPECT_EQ(read_back.settings.requirements, (std::vector<SyncPair>{{1, 2}, {3, 4}}));
  EXPECT_EQ(read_back.settings.lines, (std::vector<SiteLine>{{5, 6}}));
  EXPECT_TRUE(read_back.settings.predict_deadlocks);
  EXPECT_EQ(read_back.settings.snapshot, (ProgramPlace{"test", "/tmp/program", 0x1234, 56}));
  EXPECT_EQ(read_back.settings.region, (ProgramPlace{"region", "/tmp/library", 0x5678, 9}));
  EXPECT_TRUE(read_back.settings.may_begin_at_region);
  EXPECT_EQ(read_back.executions, 10'000u);
  EXPECT_FALSE(read_back.fresh);
  EXPECT_THAT(read_back.task, ElementsAre(1, 0, 255));
}

TEST(Messages, CarryAPausedSearch) {
  const SearchPaused read_back = round_trip(search_paused(), MessageType::kPaused);
  EXPECT_EQ(read_back.reason, PauseReason::kFailure);
  EXPECT_EQ(read_back.totals.executions, 1u);
  EXPECT_EQ(read_back.totals.abandoned, 2u);
  EXPECT_EQ(read_back.totals.failed, 3u);
  EXPECT_EQ(read_back.totals.steps, 4u);
  EXPECT_EQ(read_back.totals.events, 5u);
  EXPECT_EQ(read_back.totals.points, 6u);
  EXPECT_EQ(read_back.totals.switches, 7u);
  EXPECT_THAT(read_back.signatures, ElementsAre(11, 12));
  EXPECT_THAT(read_back.counts, ElementsAre(1, 5));
  ASSERT_EQ(read_back.predictions.size(), 1u);
  EXPECT_EQ(read_back.predictions[0].execution, 4u);
  ASSERT_EQ(read_back.predictions[0].members.size(), 2u);
  EXPECT_EQ(read_back.predictions[0].members[1].thread, "main.1");
  EXPECT_EQ(read_back.predictions[0].members[1].lock.offset, 64u);
  EXPECT_EQ(read_back.predictions[0].members[1].held_site, 77u);
  EXPECT_TRUE(read_back.saw_threads);
  expect_same(read_back.report, report());
  ASSERT_EQ(read_back.races.size(), 1u);
  expect_same(read_back.races[0], report());
  ASSERT_EQ(read_back.tellings.size(), 2u);
  EXPECT_THAT(read_back.tellings[0].told, ElementsAre(1, 2, 3));
  EXPECT_EQ(read_back.tellings[0].first, 4u);
  EXPECT_EQ(read_back.tellings[0].times, 5u);
  EXPECT_EQ(read_back.tellings[1].times, 7u);
  ASSERT_EQ(read_back.modules.modules.size(), 2u);
  EXPECT_EQ(read_back.modules.modules[1].path, "libc.so.6");
}

TEST(Messages, CarryAReplayRequest) {
  const ReplayRequest read_back = round_trip(replay_request(), MessageType::kReplay);
  expect_same(read_back.execution, execution_options());
  EXPECT_EQ(read_back.schedule, replay_request().schedule);
  expect_same(read_back.record, record());
  EXPECT_EQ(read_back.max_recorded_steps, 500u);
  EXPECT_TRUE(read_back.by_turns);
  EXPECT_EQ(read_back.turns, replay_request().turns);
  EXPECT_EQ(read_back.longest, 600u);
  EXPECT_TRUE(read_back.operations);
  EXPECT_EQ(read_back.race, replay_request().race);
  EXPECT_TRUE(read_back.explain);
  EXPECT_THAT(read_back.task, ElementsAre(9, 9));
}

TEST(Messages, CarryAReplay) {
  const Replayed read_back = round_trip(replayed(), MessageType::kReplayed);
  expect_same(read_back.report, report());
  expect_same(read_back.record, record());
  EXPECT_EQ(read_back.event_hash, 0xabcdefu);
  EXPECT_THAT(read_back.preemptions, ElementsAre(3, 5));
  ASSERT_EQ(read_back.operations.size(), 1u);
  EXPECT_EQ(read_back.operations[0].thread, 2);
  EXPECT_EQ(read_back.operations[0].what.address, 0x1234u);
  EXPECT_EQ(read_back.trace.events, replayed().trace.events);
  EXPECT_EQ(read_back.trace.values.at(0).after, 7u);
  EXPECT_EQ(read_back.trace.frames, replayed().trace.frames);
  EXPECT_EQ(read_back.trace.locations.size(), 1u);
  EXPECT_EQ(read_back.modules.modules.size(), 2u);
  EXPECT_EQ(read_back.ordered_by, 12u);
  ASSERT_EQ(read_back.answers.size(), 1u);
  EXPECT_EQ(read_back.answers[0].site, 3u);
}

TEST(Messages, CarryAProblem) {
  const std::vector<std::uint8_t> bytes = encode_problem("what is wrong");
  Reader reader(bytes);
  MessageType type{};
  std::string text;
  reader.get(type);
  reader.get(text);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(type, MessageType::kProblem);
  EXPECT_EQ(text, "what is wrong");
}

TEST(Messages, CarryEmptyOnes) {
  round_trip(Hello{}, MessageType::kHello);
  round_trip(SearchRequest{}, MessageType::kSearch);
  round_trip(SearchPaused{}, MessageType::kPaused);
  round_trip(ReplayRequest{}, MessageType::kReplay);
  round_trip(Replayed{}, MessageType::kReplayed);
}

template <typename Message>
void expect_every_cut_refused(const Message& message) {
  const std::vector<std::uint8_t> bytes = encode(message);
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    Reader reader({bytes.data() + 1, length - 1});
    Message result;
    ASSERT_FALSE(decode(reader, result)) << length << " of " << bytes.size();
  }
}

TEST(Messages, AreRefusedWhenTheyAreCut) {
  expect_every_cut_refused(hello());
  expect_every_cut_refused(search_request());
  expect_every_cut_refused(search_paused());
  expect_every_cut_refused(replay_request());
  expect_every_cut_refused(replayed());
}

template <typename Message>
void expect_survives_damage(const Message& message) {
  const std::vector<std::uint8_t> bytes = encode(message);
  Random random(5);
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::uint8_t> damaged(bytes.begin() + 1, bytes.end());
    for (std::uint64_t k = 1 + random.below(8); k > 0; --k)
      damaged[random.below(damaged.size())] = static_cast<std::uint8_t>(random.below(256));
    Reader reader(damaged);
    Message result;
    decode(reader, result);
  }
}

TEST(Messages, SurviveRandomBytes) {
  expect_survives_damage(hello());
  expect_survives_damage(search_request());
  expect_survives_damage(search_paused());
  expect_survives_damage(replay_request());
  expect_survives_damage(replayed());
}

TEST(Messages, HaveOnlyStepsOfAKindThatIsThere) {
  ReplayRequest hostile = replay_request();
  ASSERT_EQ(hostile.record.kinds.size(), 2u);
  hostile.record.steps = {1, 2, ~0u};
  ReplayRequest read_back;
  ASSERT_TRUE(read(encode(hostile), MessageType::kReplay, read_back));
  EXPECT_THAT(read_back.record.steps, ElementsAre(1, 0, 0));
}

TEST(Messages, HaveNoStepsWithoutKinds) {
  ReplayRequest hostile = replay_request();
  hostile.record.kinds.clear();
  ReplayRequest read_back;
  ASSERT_FALSE(hostile.record.steps.empty());
  ASSERT_TRUE(read(encode(hostile), MessageType::kReplay, read_back));
  EXPECT_TRUE(read_back.record.steps.empty());
}

// The hunt reads counts[i] for every signature.
TEST(Messages, AreRefusedWithoutACountForEverySignature) {
  SearchPaused hostile = search_paused();
  hostile.counts.pop_back();
  SearchPaused read_back;
  EXPECT_FALSE(read(encode(hostile), MessageType::kPaused, read_back));
}

// A count may be a lie as long as there are bytes for it: what is allocated must stay in proportion to what
// was sent.
TEST(Messages, AllocateInProportionForThreadNames) {
  Writer writer;
  const std::vector<std::uint8_t> whole = encode(Replayed{});
  // Behind the names of the empty report: schedule, kinds, steps (a count each) and the hash.
  const std::size_t names = whole.size() - 5 * sizeof(std::uint64_t);
  std::vector<std::uint8_t> bytes(whole.begin() + 1, whole.begin() + static_cast<std::ptrdiff_t>(names));
  constexpr std::uint64_t kCount = 1u << 16;
  writer.put(kCount);
  bytes.insert(bytes.end(), writer.bytes().begin(), writer.bytes().end());
  bytes.resize(bytes.size() + kCount);
  Reader reader(bytes);
  Replayed message;
  decode(reader, message);
  EXPECT_LE(message.report.threads.capacity() * sizeof(std::string), 8 * bytes.size());
}

}  // namespace
}  // namespace heddle
