// Lists of words as one text of a row, and names of files that may be made.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::campaigns {

// JSON. None: it is no list of texts.
std::string words_as_text(const std::vector<std::string>& words);
std::optional<std::vector<std::string>> words_of_text(const std::string& text);

// Whether a packed file may have that path: below the folder, with no part that leads elsewhere.
bool is_safe_path(const std::string& path);

}  // namespace heddle::campaigns
