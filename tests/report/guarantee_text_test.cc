#include "report/text/guarantee_text.h"

#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::report {
namespace {

using testing::kPlain;

GuaranteeQuestion jdbc() {
  return {
      .size = {.threads = 3, .acquisitions = 2540, .sync_events = 5090, .events = 9000, .atomic_reads = 0},
      .measured = true,
      .depths = {1, 2, 3},
      .radius = 10,
      .confidence = 0.95};
}

TEST(GuaranteeText, OfAProgram) {
  testing::expect_golden("guarantee.txt", guarantee_text(jdbc(), kPlain));
}

TEST(GuaranteeText, OfAProgramWithWeakMemory) {
  GuaranteeQuestion question = jdbc();
  question.size.atomic_reads = 12;
  question.depths = {1, 2};
  testing::expect_golden("guarantee_weak.txt", guarantee_text(question, kPlain));
}

TEST(GuaranteeText, WarnsWhereTheBoundIsZero) {
  GuaranteeQuestion question = jdbc();
  question.measured = false;
  question.depths = {6};
  question.radius = 3;
  question.confidence = 0.999;
  testing::expect_golden("guarantee_zero.txt", guarantee_text(question, kPlain));
}

TEST(GuaranteeText, WarnsWhereThereAreFewLocks) {
  GuaranteeQuestion question = jdbc();
  question.depths = {3};
  question.size.acquisitions = 9;
  EXPECT_NE(guarantee_text(question, kPlain).find("reaches over all 9 lock acquisitions"), std::string::npos);
  question.size.acquisitions = 0;
  EXPECT_NE(guarantee_text(question, kPlain).find("takes no lock"), std::string::npos);
}

}  // namespace
}  // namespace heddle::report
