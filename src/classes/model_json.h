// The model of a class as JSON: what heddle-class-model hands to the tool.
#pragma once

#include <string>
#include <string_view>

#include "classes/class_model.h"
#include "event/result.h"

namespace heddle::classes {

std::string to_json(const ClassModel& model);
Result<ClassModel> read_class_model(std::string_view json);

}  // namespace heddle::classes
