// What methods are for, as their names say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::classes {

// "tryPopFront", "try_pop_front": try, pop, front.
std::vector<std::string> words_of(std::string_view name);

// "Status::kFull": kFull.
std::string last_name_of(std::string_view qualified);

// It is seldom meant to be called while other threads use the object.
bool is_for_one_thread(std::string_view method);

}  // namespace heddle::classes
