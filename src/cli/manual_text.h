// heddle(1), as roff.
#pragma once

#include <string>
#include <vector>

#include "cli/verb_description.h"

namespace heddle::cli {

std::string manual_page(const std::vector<VerbDescription>& verbs);

}  // namespace heddle::cli
