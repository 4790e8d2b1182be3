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

TEST(RaceText, SaysByWhomThreadsWereCreated) {
  Failure failure = race();
  EXPECT_THAT(text_of(failure), Not(HasSubstr("created by")));
  failure.race.first.created = {0, {failure.race.first.site}};
  failure.race.second.created = {1, {failure.race.second.site}};
  const std::string text = text_of(failure);
  EXPECT_THAT(text,
              HasSubstr("created by main at " + Bank::instance().places().place(failure.race.first.site)));
  EXPECT_THAT(text, HasSubstr("created by main.0 at "));
  EXPECT_THAT(text, Not(HasSubstr("last step")));
  failure.race.first_goes_on = false;
  EXPECT_THAT(text_of(failure), HasSubstr("its last step came before the"));
}

TEST(RaceText, SaysWhoAllocatedTheBlock) {
  Failure failure = race();
  failure.race.place = testing::heap(failure.race.first.site, 0, "main", 8);
  failure.race.place.size = 48;
  EXPECT_THAT(text_of(failure), Not(HasSubstr("The block of")));
  failure.race.allocated = {0, {failure.race.first.site}};
  EXPECT_THAT(text_of(failure), HasSubstr("The block of 48 bytes was allocated by main\n      at bank.cc:"));
}

TEST(RaceText, LocksForReadingAreToldAsSuch) {
  Failure failure = race();
  failure.race.first.held = {{Bank::instance().global("mutex_a"), failure.race.first.site, true}};
  failure.race.second.held = {{Bank::instance().global("mutex_a"), failure.race.second.site, false}};
  const std::string text = text_of(failure);
  EXPECT_THAT(text, HasSubstr("holds `mutex_a` for reading, locked at"));
  EXPECT_THAT(text, HasSubstr("holds `mutex_a`, locked at"));
}

}  // namespace
}  // namespace heddle::report::race_text_test
