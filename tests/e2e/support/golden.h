// Texts that are pinned by files which a person can read in review.
#pragma once

#include <string>

namespace heddle::e2e {

// Compares with golden/NAME. HEDDLE_UPDATE_GOLDEN=1 writes it instead.
void expect_golden(const std::string& name, const std::string& text);

std::string replaced(std::string text, const std::string& from, const std::string& to);

}  // namespace heddle::e2e
