// Descriptors of the runtime inside the program: with high numbers, so that the program's own are those it
// would have without Heddle, and so that all of the program's can be closed at once.
#pragma once

namespace heddle::runtime {

inline constexpr int kFirstOwnDescriptor = 400;
inline constexpr int kEndOfOwnDescriptors = 500;  // virtual timers, which die with the execution, lie above

// The same file under a number of our own; the one that was given is closed. Negative when there is none
// left.
int keep_out_of_the_way(int descriptor);

// Opens the file of a descriptor once more, from its beginning: its offset and flags are nobody else's then.
// False: they stay as they were.
bool open_again(int descriptor);

}  // namespace heddle::runtime
