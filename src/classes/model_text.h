// The model of a class for a person: `heddle class --model-only`.
#pragma once

#include <string>

#include "classes/class_model.h"

namespace heddle::classes {

// `int pop(const Key& key) const`
std::string signature_of(const Method& method);

std::string model_table(const ClassModel& model);

}  // namespace heddle::classes
