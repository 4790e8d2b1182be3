// Needs <array>, which <tuple> declares and does not define.
#pragma once

#include <tuple>

namespace headers {

class Forgetful {
 public:
  int first() const { return numbers_[0]; }

 private:
  std::array<int, 2> numbers_{};
};

}  // namespace headers
