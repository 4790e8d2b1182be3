// An ordinary Boost.Test program. Built with BOOST_TEST_DYN_LINK, it has the framework from its library, else
// from headers. test/other_frameworks_test.cc says what must be found.
#define BOOST_TEST_MODULE Cases of Boost.Test
#ifdef BOOST_TEST_DYN_LINK
#include <boost/test/unit_test.hpp>
#else
#include <boost/test/included/unit_test.hpp>
#endif
#include <boost/test/data/test_case.hpp>

#include <tuple>

#include "scenarios.h"

using namespace scenarios;
namespace unit_test = boost::unit_test;

BOOST_AUTO_TEST_SUITE(Counter)
BOOST_AUTO_TEST_CASE(adds_in_one_step) {
  BOOST_TEST(count_to_two(Code::kCorrect) == 2);
}
BOOST_AUTO_TEST_CASE(loses_updates, *unit_test::description("what: words")) {
  BOOST_TEST(count_to_two(Code::kBuggy) == 2);
}
BOOST_AUTO_TEST_SUITE(Inner)
BOOST_AUTO_TEST_CASE(requires_all) {
  BOOST_REQUIRE_EQUAL(count_to_two(Code::kBuggy), 2);
}
BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(one_order) {
  BOOST_TEST(lock_both(Code::kCorrect) == 2);
}
BOOST_AUTO_TEST_CASE(two_orders) {
  BOOST_TEST(lock_both(Code::kBuggy) == 2);
}
BOOST_AUTO_TEST_CASE(worker_starts_late) {
  BOOST_TEST(start_worker(Code::kCorrect) == 42);
}
BOOST_AUTO_TEST_CASE(worker_starts_early) {
  BOOST_TEST(start_worker(Code::kBuggy) == 42);
}
BOOST_AUTO_TEST_CASE(memory_is_raced) {
  remember_last(Code::kBuggy);
}
BOOST_AUTO_TEST_CASE(tokens_run_out) {
  take_token(Code::kBuggy);
}
BOOST_AUTO_TEST_CASE(section_is_shared) {
  enter_alone(Code::kBuggy);
}
// Leaves its thread as an exception of Boost.Test's.
BOOST_AUTO_TEST_CASE(thread_requires) {
  std::atomic<int> turn{0};
  in_two_threads(
      [&] {
        turn = 1;
        if (turn != 1) BOOST_FAIL("not its turn");
      },
      [&] { turn = 2; });
}
BOOST_DATA_TEST_CASE(queue_keeps_all, unit_test::data::make({1, 3}), size) {
  BOOST_TEST(through_queue(size) == size * (size + 1) / 2);
}
using Types = std::tuple<int, std::vector<int>>;
BOOST_AUTO_TEST_CASE_TEMPLATE(no_threads, T, Types) {
  BOOST_TEST((T() == T()));
}
BOOST_AUTO_TEST_CASE(always_wrong) {
  throw std::runtime_error("as ever");
}
BOOST_AUTO_TEST_CASE(left_out, *unit_test::disabled()) {
  BOOST_TEST(count_to_two(Code::kBuggy) == 2);
}
BOOST_AUTO_TEST_CASE(needs_a_device, *unit_test::precondition([](unit_test::test_unit_id) {
                       return boost::test_tools::assertion_result(false);
                     })) {
  BOOST_TEST(count_to_two(Code::kBuggy) == 2);
}
