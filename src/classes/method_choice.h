// Which methods of a class tests call, whose they are, and whose results count: what a person says by names
// and patterns, `*` for anything and `?` for any character, as numbers of methods.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "classes/class_model.h"
#include "classes/operations.h"
#include "classes/pair_tests.h"
#include "event/result.h"

namespace heddle::classes {

using NamePatterns = std::vector<std::string>;

struct MethodChoice {
  NamePatterns only;        // empty: all
  NamePatterns without;     // stronger than `only`
  NamePatterns named = {};  // in other places, which have to be of some method, too
};

// The model in which tests call what is chosen, and, unless `only` says so, nothing whose name says that
// threads must not share it. Constructors stay as they are. The error names a pattern that no method has.
Result<ClassModel> leave_out(ClassModel model, const MethodChoice& choice);

// By thread, the patterns of its methods. A pattern that fits none gives it none.
Roles roles_of(const Operations& operations, const std::vector<NamePatterns>& by_thread);

// The operations whose names fit the patterns, all overloads of each. The error tells the first that none
// fits.
Result<std::set<std::uint32_t>> operations_named(const Operations& operations,
                                                 const std::vector<std::string>& names);

// Whether it is the user, or the method's own name, who says that it is not called.
bool is_left_out(const std::string& reason);

}  // namespace heddle::classes
