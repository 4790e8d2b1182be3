#include "report/text/race_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::report::race_text_test {
namespace {

using testing::Bank;
using ::testing::HasSubstr;
using testing::kPlain;
using ::testing::Not;

// Of main.0 and main.1, at two lines of the bank.
Failure race() {
  const Failure deadlock = testing::lock_order_deadlock(Bank::instance());
  Failure failure;
  failure.kind = FailureKind::kDataRace;
  failure.threads = deadlock.threads;
  failure.race.first.thread = 1;
  failure.race.first.site = deadlock.threads[1].next.site;
  failure.race.first.size = 4;
  failure.race.second.thread = 2;
  failure.race.second.site = deadlock.threads[2].next.site;
  failure.race.second.size = 4;
  failure.race.second.writes = true;
  return failure;
}

std::string text_of(const Failure& failure) {
  return race_text(FailureNames(failure, Bank::instance().places()), kPlain);
}

TEST(RaceText, SaysHowMuchIsTouched) {
  Failure failure = race();
  EXPECT_THAT(text_of(failure), HasSubstr("main.1 writes 4 bytes"));
  failure.race.second.frees = true;
  EXPECT_THAT(text_of(failure), HasSubstr("main.1 frees the block"));
}

TEST(RaceText, OfALockForReadingSpeaksOfNoValue) {
  Failure failure = race();
  failure.race.order = RaceOrder::kNotHandedOver;
  EXPECT_THAT(text_of(failure), HasSubstr("was not what was released there"));
  failure.race.locks = RaceLocks::kForReading;
  EXPECT_THAT(text_of(failure), HasSubstr("orders nothing for other"));
  EXPECT_THAT(text_of(failure), Not(HasSubstr("was not what was released there")));
}

}  // namespace
}  // namespace heddle::report::race_text_test
