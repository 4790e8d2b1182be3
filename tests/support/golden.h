// Texts that are pinned by files which a person can read in review.
#pragma once

#include <string>

namespace heddle {

// Compares with FOLDER/NAME. HEDDLE_UPDATE_GOLDEN=1 writes it instead.
void expect_golden(const std::string& folder, const std::string& name, const std::string& text);

// In the folder that heddle_golden_files() names for the test program.
inline void expect_golden(const std::string& name, const std::string& text) {
  expect_golden(HEDDLE_GOLDEN_FOLDER, name, text);
}

// For what differs from run to run or from machine to machine.
std::string replaced(std::string text, const std::string& from, const std::string& to);

}  // namespace heddle
