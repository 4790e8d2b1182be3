// Values that tests give to methods, as a program would write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "classes/class_model.h"

namespace heddle::classes {

// The first are the ones to try most. Empty: none can be constructed.
std::vector<std::string> argument_values(const Type& type, const std::vector<Assistant>& assistants,
                                         const std::vector<std::string>& factories);

bool is_made_by_factory(const Type& type, const std::vector<std::string>& factories);

// What a pointer points at, as far as it can be told by its name.
Type pointee_of(const Type& pointer);

// A pointer that tests give is `place<T>(n)`: to an object that lives as long as the objects under test do.
inline constexpr std::string_view kPlaceWord = "place<";
inline constexpr std::size_t kPlaces = 3;

}  // namespace heddle::classes
