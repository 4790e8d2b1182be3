// The answer of `heddle verify`, before everything else: whether it is proved that nothing fails.
#pragma once

#include <string>

#include "host/hunt.h"
#include "report/model/style.h"

namespace heddle::report {

enum class Verdict { kVerified, kRefuted, kUndecided };

Verdict answer_of(const host::HuntResult& result);
std::string verdict_text(const host::HuntResult& result, const Style& style);

}  // namespace heddle::report
