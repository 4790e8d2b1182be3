// Tests in Catch2's own runner, which installs handlers for fatal signals and an alternate stack for them.
// Its main is in test_binaries/catch_main.cc.
#include <catch2/catch.hpp>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace {

int lost_update() {
  std::atomic<int> count{0};
  const auto add = [&] { count = count + 1; };
  std::thread first(add), second(add);
  first.join();
  second.join();
  return count;
}

}  // namespace

TEST_CASE("a lock keeps a vector together", "[correct]") {
  std::mutex mutex;
  std::vector<int> numbers;
  const auto add = [&](int number) {
    std::lock_guard lock(mutex);
    numbers.push_back(number);
  };
  std::thread first(add, 1), second(add, 2);
  first.join();
  second.join();
  REQUIRE(numbers.size() == 2);
  SECTION("both are there") {
    CHECK(numbers[0] + numbers[1] == 3);
  }
  SECTION("an exception is expected") {
    CHECK_THROWS_AS(numbers.at(2), std::out_of_range);
  }
}

TEST_CASE("an assertion of the framework", "[.failing]") {
  REQUIRE(lost_update() == 2);
}

TEST_CASE("a crash inside a test", "[.crashing]") {
  if (lost_update() != 2) *static_cast<volatile int*>(nullptr) = 1;
}
