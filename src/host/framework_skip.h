// Whether a test skipped itself: what its framework printed about that.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "host/test_listing.h"

namespace heddle::host {

// Why, in the test's own words, or in general where the framework does not pass them on; nothing: it did not
// skip itself. `output` is all that one execution with this test alone printed.
std::optional<std::string> why_it_skipped(TestFramework framework, std::string_view test,
                                          std::string_view output);

}  // namespace heddle::host
