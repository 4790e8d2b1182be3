// What an execution does to the process that cannot be put back: the execution goes on, and the process ends
// after it.
#pragma once

#include <sys/socket.h>

namespace heddle::runtime {

// By name of the call. Only the first one of an execution is kept.
void note_irreversible(const char* call);

// The execution uses what belongs to the whole machine, such as a port: others at the same time might, too.
void note_used_outside();
// Such as this one, if it names a port or a path.
void note_used_address(const sockaddr* address, socklen_t length);

// What the program changed of its process and is put back after the execution (isolation/kernel_state.h).
struct ProcessChanges {
  bool folder = false;
  bool file_mask = false;
  bool limits = false;
  bool descriptors = false;  // one that was open may have been closed, replaced or changed
};
ProcessChanges& process_changes();
// By a call of the program.
void note_changed_descriptors();

// What the program does to files in this folder is put back (isolation/fresh_folder.h). What it does to a
// file without a name, as of memfd_create(), goes with the file.
void set_fresh_folder(const char* path);
bool is_put_back(const char* path);
bool is_put_back(int file);

// The program mapped, unmapped or protected memory: the mappings have to be looked at.
void note_changed_mappings();
bool mappings_were_changed();

}  // namespace heddle::runtime
