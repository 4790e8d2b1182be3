// `heddle class` on classes that nobody here wrote: correct ones show nothing, and std::queue, which is not
// for threads, fails at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::IsEmpty;

using Words = std::vector<std::string>;

struct RealClass {
  std::string name;
  std::string header;
  std::string type;
  Words options;  // what its documentation says about methods that threads must not share, and about flags
  int tests = 500;
};

class RealClasses : public ::testing::TestWithParam<RealClass> {
 protected:
  void SetUp() override {
    if (!HEDDLE_TEST_HAS_CLASS_MODEL)
      GTEST_SKIP() << "heddle-class-model was not built: Clang's libraries were not found";
  }

  Outcome test(const RealClass& subject, int tests) const {
    std::ofstream(workplace_.folder() + "/subject.h") << "#include <" << subject.header << ">\n";
    Words words = {"class",   "subject.h",          "--class", subject.type, "--quiet",
                   "--tests", std::to_string(tests)};
    words.insert(words.end(), {"--time", "1h"});  // the number of tests ends it, on a busy machine, too
    words.insert(words.end(), subject.options.begin(), subject.options.end());
    return workplace_.run_heddle(words);
  }

  Workplace workplace_;
};

TEST_P(RealClasses, ShowNothing) {
  const int kTests = HEDDLE_FULL_TESTS ? GetParam().tests : 20;
  const Outcome outcome = test(GetParam(), kTests);
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  const Json results = workplace_.results();
  EXPECT_THAT(results.at("bugs"), IsEmpty());
  EXPECT_EQ(results.at("tests"), kTests);
  EXPECT_EQ(results.at("tests_not_judged"), 0);
  EXPECT_LT(results.at("tests_that_do_not_count"), kTests * 3 / 4);
  EXPECT_THAT(results.at("not_tested"), IsEmpty());
  const Json pairs = results.at("pairs");
  EXPECT_GE(pairs.at("covered").get<int>(), std::min(10, pairs.at("all").get<int>() / 2)) << pairs.dump();
}

#if HEDDLE_FULL_TESTS
TEST_F(RealClasses, StdQueueIsNotForThreads) {
  const Outcome outcome = test({"", "queue", "std::queue<int>", {}}, 100);
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const Outcome calls = test({"", "queue", "std::queue<int>", {"--races", "ignore"}}, 100);
  EXPECT_EQ(calls.status, 1) << describe(calls);
}

// A bug of oneTBB 2021.8 (uxlfoundation/oneTBB#1531): two threads that grow a vector may both make its long
// table of segments, one takes the place of the other, and the segments that were only in that one are waited
// for in vain.
TEST_F(RealClasses, GrowingTbbVectorMayHang) {
  const Outcome outcome =
      test({"",
            "tbb/concurrent_vector.h",
            "tbb::concurrent_vector<int>",
            {"--only", "grow_by,grow_to_at_least,push_back", "--oracle", "thread-safety", "--", "-ltbb"}},
           500);
  ASSERT_EQ(outcome.status, 1) << describe(outcome);
  const Json bug = workplace_.results().at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), "livelock");
  EXPECT_EQ(bug.at("test").at("threads").size(), 2u);
}
#endif

// Boost.Lockfree has data races to the letter of the language (libraries_test.cc). The bounded_push of its
// queue and stack may fail although nothing is in there: another thread has the last node, and has not pushed
// it yet.
const RealClass kCorrect[] = {
    {"BoostQueue",
     "boost/lockfree/queue.hpp",
     "boost::lockfree::queue<int>",
     {"--races", "ignore", "--without", "bounded_push"}},
#if HEDDLE_FULL_TESTS
    {"TbbQueue",
     "tbb/concurrent_queue.h",
     "tbb::concurrent_queue<int>",
     {"--without", "clear", "--", "-ltbb"}},
    {"BoostStack",
     "boost/lockfree/stack.hpp",
     "boost::lockfree::stack<int>",
     {"--races", "ignore", "--without", "bounded_push"}},
    {"BoostSpscQueue",
     "boost/lockfree/spsc_queue.hpp",
     "boost::lockfree::spsc_queue<int>",
     {"--races", "ignore", "--without", "reset", "--role", "push,write_available", "--role",
      "pop,front,read_available"}},
    // A thread that inserts does not wait for the buckets that another is making, and bucket_count shows it.
    {"TbbHashMap",
     "tbb/concurrent_hash_map.h",
     "tbb::concurrent_hash_map<int, int>",
     {"--without", "clear,swap,rehash,range,equal_range,*begin,*end,operator*", "--ignore", "bucket_count",
      "--", "-ltbb"}},
    // Its size counts elements that others are still making, and its range shows them. For grow* see above.
    {"TbbVector",
     "tbb/concurrent_vector.h",
     "tbb::concurrent_vector<int>",
     {"--oracle", "thread-safety", "--without",
      "clear,swap,resize,reserve,shrink_to_fit,assign,grow*,range,operator*", "--", "-ltbb"}},
    {"TbbPriorityQueue",
     "tbb/concurrent_priority_queue.h",
     "tbb::concurrent_priority_queue<int>",
     {"--without", "clear,swap,assign", "--", "-ltbb"},
     100},
    {"TbbUnorderedSet",
     "tbb/concurrent_unordered_set.h",
     "tbb::concurrent_unordered_set<int>",
     {"--without", "clear,swap,unsafe*,rehash,reserve,merge,range,*begin,*end,operator*,max_load_factor",
      "--", "-ltbb"},
     100},
    {"BoostLatch",
     "boost/thread/latch.hpp",
     "boost::latch",
     {"--without", "reset", "--", "-lboost_thread", "-lboost_chrono", "-DBOOST_THREAD_VERSION=5"},
     100},
    {"PocoNotificationQueue",
     "Poco/NotificationQueue.h",
     "Poco::NotificationQueue",
     {"--", "-lPocoFoundation"},
     100},
    {"PocoSemaphore", "Poco/Semaphore.h", "Poco::Semaphore", {"--", "-lPocoFoundation"}, 100},
    {"PocoEvent", "Poco/Event.h", "Poco::Event", {"--", "-lPocoFoundation"}, 100},
    {"PocoAtomicCounter", "Poco/AtomicCounter.h", "Poco::AtomicCounter", {"--", "-lPocoFoundation"}, 100},
    {"PocoLruCache", "Poco/LRUCache.h", "Poco::LRUCache<int, int>", {"--", "-lPocoFoundation"}, 100},
    // Its documentation: at most one thread may call Wait().
    {"AbslBlockingCounter",
     "absl/synchronization/blocking_counter.h",
     "absl::BlockingCounter",
     {"--role", "Wait", "--", "-labsl_synchronization"},
     100},
#endif
};
INSTANTIATE_TEST_SUITE_P(Real, RealClasses, ::testing::ValuesIn(kCorrect),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace heddle::e2e
