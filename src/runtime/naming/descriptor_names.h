// Each number of a descriptor has a word of memory that stands for it, and a name that changes with what is
// open under the number.
#pragma once

#include <cstdint>

#include "event/location.h"

namespace heddle::runtime::descriptor_names {

inline constexpr int kMost = 4096;  // those above have no word

void begin_execution();

std::uint64_t word_of(int descriptor);
inline constexpr std::uint64_t kWordSize = 4;

// What is opened under a number that was closed is another descriptor, with another name.
void opened(int descriptor, SiteId site);
void closed(int descriptor);
// Whether the last thing that is known of the number is that it was closed.
bool is_closed(int descriptor);
// Whatever gets a number that was closed is new, however it was opened.
void renew(int descriptor);
void touched(int descriptor);

bool owns(std::uint64_t address);
Location name_of(std::uint64_t address);

}  // namespace heddle::runtime::descriptor_names
