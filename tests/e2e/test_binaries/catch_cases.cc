// An ordinary Catch2 program, with names that its command line would take for something else.
// test_verdicts_test.cc says what must be found.
// Its main is in test_binaries/catch_main.cc.
#include <catch2/catch.hpp>

#include "scenarios.h"

using namespace scenarios;

TEST_CASE("a counter adds in one step") {
  CHECK(count_to_two(Code::kCorrect) == 2);
}
TEST_CASE("a counter, which loses updates") {
  REQUIRE(count_to_two(Code::kBuggy) == 2);
}
TEST_CASE("locks in one order", "[locks]") {
  CHECK(lock_both(Code::kCorrect) == 2);
}
TEST_CASE("locks in [two] orders", "[locks]") {
  CHECK(lock_both(Code::kBuggy) == 2);
}
TEST_CASE("news are waited for") {
  CHECK(wait_for_news(Code::kCorrect));
}
TEST_CASE("news are \"missed\"") {
  CHECK(wait_for_news(Code::kBuggy));
}
TEST_CASE("the last seat is sold once") {
  CHECK(sell_last_seat(Code::kCorrect) == 1);
}
TEST_CASE("the last seat\\chair is sold twice") {
  CHECK(sell_last_seat(Code::kBuggy) == 1);
}
TEST_CASE("a worker starts late") {
  CHECK(start_worker(Code::kCorrect) == 42);
}
TEST_CASE("~ a worker starts early") {
  CHECK(start_worker(Code::kBuggy) == 42);
}
TEST_CASE("memory is locked") {
  remember_last(Code::kCorrect);
}
TEST_CASE("-memory is raced") {
  remember_last(Code::kBuggy);
}
TEST_CASE("tokens are enough") {
  take_token(Code::kCorrect);
}
TEST_CASE("tokens run out") {
  take_token(Code::kBuggy);
}
TEST_CASE("an owner waits for the reader") {
  CHECK(read_shared(Code::kCorrect) == 5);
}
TEST_CASE("an owner frees too early") {
  CHECK(read_shared(Code::kBuggy) == 5);
}
TEST_CASE("a section is exclusive") {
  enter_alone(Code::kCorrect);
}
TEST_CASE("a section is shared") {
  enter_alone(Code::kBuggy);
}
TEST_CASE("unlocked once") {
  leave_by_the_side(Code::kCorrect);
}
TEST_CASE("unlocked twice") {
  leave_by_the_side(Code::kBuggy);
}
TEST_CASE("a queue keeps all") {
  SECTION("one") {
    CHECK(through_queue(1) == 1);
  }
  SECTION("three") {
    CHECK(through_queue(3) == 6);
  }
}
TEMPLATE_TEST_CASE("no threads", "", int, long) {
  CHECK(TestType() == TestType());
}
TEST_CASE("always wrong, without threads") {
  CHECK(1 + 1 == 3);
}
TEST_CASE("#wrong on every schedule") {
  CHECK(count_to_two(Code::kCorrect) == 3);
}
TEST_CASE("hidden", "[.]") {
  CHECK(count_to_two(Code::kBuggy) == 2);
}
TEST_CASE("exclude:d by its name only") {
  CHECK(count_to_two(Code::kCorrect) == 2);
}
TEST_CASE("star*") {
  CHECK(count_to_two(Code::kCorrect) == 2);
}
TEST_CASE("starry") {
  CHECK(count_to_two(Code::kCorrect) == 2);
}
TEST_CASE("primitives agree") {
  CHECK(with_spin_lock() == 2);
  CHECK(with_shared_mutex() == 0);
  CHECK(with_call_once() == 1);
}
TEST_CASE("primitives wait for each other") {
  CHECK(with_future() == 3);
  CHECK(with_semaphore() == 2);
  CHECK(with_barrier() == 0);
  CHECK(with_atomic_wait() == 1);
}
TEST_CASE("recursive locks") {
  CHECK(with_recursive_mutex() == 4);
}
