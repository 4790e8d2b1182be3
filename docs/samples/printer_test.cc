// A Boost.Test program: two jobs for one printer, and a test that needs a printer.
#define BOOST_TEST_MODULE Printer
#define BOOST_TEST_DYN_LINK
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <thread>

namespace unit_test = boost::unit_test;

boost::test_tools::assertion_result has_printer(unit_test::test_unit_id) {
  return false;
}

BOOST_AUTO_TEST_SUITE(Queue)

BOOST_AUTO_TEST_CASE(is_empty) {
  std::atomic<int> jobs{0};
  BOOST_TEST(jobs == 0);
}

BOOST_AUTO_TEST_CASE(counts_jobs) {
  std::atomic<int> jobs{0};
  const auto print = [&] { jobs = jobs + 1; };
  std::thread alice(print), bob(print);
  alice.join();
  bob.join();
  BOOST_TEST(jobs == 2);
}

BOOST_AUTO_TEST_CASE(prints, *unit_test::precondition(has_printer)) {
  BOOST_FAIL("there is no printer");
}

BOOST_AUTO_TEST_SUITE_END()
