// The classes of subjects/classes: of each, a pair of methods that has its bug is of high priority.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "classes/method_pairs.h"
#include "tests/classes/model_program.h"

namespace heddle::classes::testing {
namespace {

struct Subject {
  std::string header;
  std::string name;
  std::vector<std::pair<std::string, std::string>> must_overlap;
};

const std::vector<Subject> kSubjects = {
    {"linked-list-11/linked_list.h", "LinkedList", {{"add_last", "add_last"}}},
    {"synchronized-map/synchronized_map.h",
     "SynchronizedMap",
     {{"put_all", "put_all"}, {"equals", "equals"}}},
    {"xy-series/xy_series.h", "XYSeries", {{"get_x", "add"}, {"get_y", "remove"}}},
    {"hash-set/hash_set.h", "HashSet", {{"add", "add"}}},
    {"buffered-input-stream/buffered_input_stream.h",
     "BufferedInputStream",
     {{"close", "read"}, {"close", "read_text"}, {"close", "skip"}}},
    {"day/day.h", "Day", {{"peg", "peg"}, {"peg", "get_first_millisecond"}}},
    {"time-series/time_series.h",
     "TimeSeries",
     {{"set_maximum_item_age", "add"}, {"remove_aged_items", "add"}}},
    {"array-list/array_list.h", "ArrayList", {{"add_all", "add"}, {"equals", "add"}}},
    {"logger/logger.h", "Logger", {{"clear_filter", "log"}, {"clear_filter", "info"}}},
    {"shared-pool-data-source/shared_pool_data_source.h",
     "SharedPoolDataSource",
     {{"get_num_active", "close"}, {"get_num_idle", "get_connection"}}},
    {"linked-list-15/linked_list.h", "LinkedList", {{"peek", "remove_first"}, {"element", "remove_first"}}},
    {"per-user-pool-data-source/per_user_pool_data_source.h",
     "PerUserPoolDataSource",
     {{"set_per_user_max_active", "set_per_user_max_active"},
      {"set_per_user_max_active", "get_per_user_max_active"},
      {"set_per_user_max_active", "get_connection"}}},
    {"string-buffer-16/string_buffer.h",
     "StringBuffer",
     {{"append_range", "set_length"}, {"insert_range", "set_length"}}},
    {"vector/vector.h", "Vector", {{"add_all", "remove_all_elements"}, {"insert_all", "remove_at"}}},
    {"xstream/xstream.h",
     "XStream",
     {{"lookup_converter", "lookup_converter"}, {"lookup_converter", "get_cached_converter_count"}}},
    {"concurrent-hash-map/concurrent_hash_map.h", "ConcurrentHashMap", {{"replace_if", "put"}}},
    {"string-buffer-10/string_buffer.h",
     "StringBuffer",
     {{"append", "set_length"}, {"insert", "set_length"}}},
    {"number-axis/number_axis.h",
     "NumberAxis",
     {{"set_lower_bound", "set_upper_bound"}, {"pan", "center_range"}}},
    {"period-axis/period_axis.h", "PeriodAxis", {{"set_range", "set_range"}}},
    {"xy-plot/xy_plot.h", "XYPlot", {{"add_annotation", "add_annotation"}}},
    {"lockfree-list/lockfree_list.h", "LockfreeList", {{"insert", "remove"}}},
    {"optimistic-list/optimistic_list.h", "OptimisticList", {{"insert", "remove"}}},
    {"lazy-list/lazy_list.h", "LazyList", {{"insert", "contains"}}},
    {"simple-queue/simple_queue.h", "SimpleQueue", {{"enqueue", "enqueue"}}},
    {"ring-queue/ring_queue.h", "RingQueue", {{"enqueue", "dequeue"}}},
    {"lockfree-queue/lockfree_queue.h", "LockfreeQueue", {{"enqueue", "dequeue"}}},
    {"ms-queue/ms_queue.h", "MSQueue", {{"enqueue", "dequeue"}}},
    {"backoff-stack/backoff_stack.h", "BackoffStack", {{"push", "pop"}}},
    {"lock-based-hash-table/lock_based_hash_table.h", "LockBasedHashTable", {{"insert", "remove"}}},
};

Result<ClassModel> model_of(const Subject& subject, const std::string& more = "") {
  return testing::model_of(HEDDLE_SUBJECTS + subject.header, "subjects::" + subject.name, more);
}

std::vector<std::pair<std::string, std::string>> high_priority(const ClassModel& model) {
  std::vector<std::pair<std::string, std::string>> names;
  for (const GroupedPair& each : group_method_pairs(model).high_priority) {
    const std::string &first = model.methods[each.pair.first].name,
                      &second = model.methods[each.pair.second].name;
    names.emplace_back(first, second);
    names.emplace_back(second, first);
  }
  return names;
}

class Subjects : public ::testing::TestWithParam<Subject> {};

TEST_P(Subjects, PairWithTheBugHasHighPriority) {
  const auto model = model_of(GetParam());
  ASSERT_TRUE(model.ok()) << model.error();
  const auto high = high_priority(*model);
  ASSERT_FALSE(GetParam().must_overlap.empty());
  for (const auto& pair : GetParam().must_overlap)
    EXPECT_THAT(high, ::testing::Contains(pair)) << GetParam().name;
}

#if HEDDLE_FULL_TESTS
TEST_P(Subjects, RepairedTwinHasAModel) {
  const auto model = model_of(GetParam(), "-- -DHEDDLE_FIXED");
  EXPECT_TRUE(model.ok()) << model.error();
}
#endif

std::string test_name(const ::testing::TestParamInfo<Subject>& subject) {
  std::string name = subject.param.header.substr(0, subject.param.header.find('/'));
  std::erase(name, '-');
  return name;
}

std::vector<Subject> tested_subjects() {
  std::vector<Subject> tested;
  for (std::size_t i = 0; i < kSubjects.size(); i += HEDDLE_FULL_TESTS ? 1 : 4)
    tested.push_back(kSubjects[i]);
  return tested;
}
INSTANTIATE_TEST_SUITE_P(All, Subjects, ::testing::ValuesIn(tested_subjects()), test_name);

}  // namespace
}  // namespace heddle::classes::testing
