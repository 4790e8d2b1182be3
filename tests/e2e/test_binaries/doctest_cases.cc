// An ordinary doctest program, with names that its filters would take for something else.
// test/other_frameworks_test.cc says what must be found.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "scenarios.h"

using namespace scenarios;

TEST_CASE("a counter adds in one step") {
  CHECK(count_to_two(Code::kCorrect) == 2);
}
TEST_CASE("a counter, which loses updates") {
  CHECK(count_to_two(Code::kBuggy) == 2);
}
TEST_SUITE("locks") {
  TEST_CASE("one order") {
    CHECK(lock_both(Code::kCorrect) == 2);
  }
  TEST_CASE("two orders") {
    CHECK(lock_both(Code::kBuggy) == 2);
  }
}
TEST_CASE("a worker starts late") {
  CHECK(start_worker(Code::kCorrect) == 42);
}
TEST_CASE("a worker starts early") {
  CHECK(start_worker(Code::kBuggy) == 42);
}
TEST_CASE("memory\\is raced") {
  remember_last(Code::kBuggy);
}
TEST_CASE("tokens run out") {
  take_token(Code::kBuggy);
}
TEST_CASE("a section is shared") {
  enter_alone(Code::kBuggy);
}
// doctest's assertions may be used in threads.
TEST_CASE("a thread checks") {
  std::atomic<int> turn{0};
  in_two_threads(
      [&] {
        turn = 1;
        CHECK(turn == 1);
      },
      [&] { turn = 2; });
}
TEST_CASE("a thread requires") {
  std::atomic<int> turn{0};
  in_two_threads(
      [&] {
        turn = 1;
        REQUIRE(turn == 1);
      },
      [&] { turn = 2; });
}
TEST_CASE("a queue keeps all") {
  SUBCASE("one") {
    CHECK(through_queue(1) == 1);
  }
  SUBCASE("three") {
    CHECK(through_queue(3) == 6);
  }
}
TEST_CASE_TEMPLATE("no threads", T, int, long) {
  CHECK(T() == T());
}
TEST_CASE("always wrong") {
  throw std::runtime_error("as ever");
}
TEST_CASE("star*") {
  CHECK(count_to_two(Code::kCorrect) == 2);
}
TEST_CASE("starry") {
  CHECK(count_to_two(Code::kBuggy) == 2);
}
TEST_CASE("same") {
  CHECK(count_to_two(Code::kBuggy) == 2);
}
TEST_CASE("same") {
  CHECK(count_to_two(Code::kCorrect) == 2);
}
TEST_CASE("left out" * doctest::skip()) {
  CHECK(count_to_two(Code::kBuggy) == 2);
}
TEST_CASE("may fail" * doctest::may_fail()) {
  CHECK(count_to_two(Code::kBuggy) == 2);
}
