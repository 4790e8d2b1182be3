// Which threads a class may be meant for, by the names of its methods: one that puts and one that takes, or
// an owner and thieves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "classes/operations.h"

namespace heddle::classes {

// What a method does with the values that the class holds, by its name.
enum class Side : std::uint8_t { kPuts, kTakes, kSteals };
std::optional<Side> side_of(const std::string& method);

// What --role would be given, once for each thread; empty: no guess, or the test keeps to these roles.
std::vector<std::string> guessed_roles(const TestCase& test, const Operations& operations);

// The name of the only method that the threads of a test call; empty: there are several.
std::vector<std::string> only_method(const TestCase& test, const Operations& operations);

}  // namespace heddle::classes
