// What people call an operation: the words of operation_kinds.def.
#pragma once

#include <string_view>

#include "event/operation_kinds.h"

namespace heddle {

struct OperationWords {
  std::string_view deed;
  std::string_view blocked;
  std::string_view step;
  std::string_view failed;
  std::string_view now;
  std::string_view past;
};

const OperationWords& words_of(OperationKind kind);

// What stands for an object that has no name: "a mutex". Empty where there is none to name.
std::string_view noun_of(OperationObject object);

}  // namespace heddle
