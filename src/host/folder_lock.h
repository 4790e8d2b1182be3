// Keeps two searches from writing to one folder. A lock belongs to the process and vanishes with it, however
// it ends.
#pragma once

#include <string>

namespace heddle::host {

// Of the folder that holds this file, which is made if need be. False: another process has it.
bool lock_folder(const std::string& file);

// Before this process moves the folder away.
void unlock_folder(const std::string& file);

}  // namespace heddle::host
