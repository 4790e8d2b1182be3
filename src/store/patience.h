// How long to try again where a database is busy or away, and what ends that early.
#pragma once

#include <functional>

namespace heddle::store {

struct Patience {
  double seconds = 10;
  std::function<bool()> stop = [] { return false; };
};

}  // namespace heddle::store
