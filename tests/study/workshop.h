// What the tests of study/ need: rows of figures made by hand, a temporary folder, and golden files.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "study/rpro/rpro_study.h"
#include "study/strategies/strategies_study.h"
#include "support/golden.h"

namespace heddle::study::testing {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

const DeadlockSubject& deadlock_subject(std::string_view name);

// Three subjects: RPro is better, nothing was found, and RPro is worse.
std::vector<RproRow> three_rows();

// Two subjects and three strategies, the portfolio among them.
StrategiesResult two_subjects();

// Of SVG, and of HTML that is XML as well: tags are closed in the order in which they were opened, attributes
// are quoted, nothing stands outside.
::testing::AssertionResult is_well_formed(const std::string& xml);

using heddle::expect_golden;

}  // namespace heddle::study::testing
