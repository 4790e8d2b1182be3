// "did you mean": the word that somebody who made a slip was about to write.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cli {

// The nearest of them, if it is near: one slip for every three letters.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'run'?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace heddle::cli
