// The two families of compilers whose instrumentation Heddle uses.
#pragma once

namespace heddle::compile {

enum class Family { kGcc, kClang };

}  // namespace heddle::compile
