// Small numbers that stand for threads, code addresses and memory locations.
//
// A ThreadId counts threads in the order of their creation within one execution; a SiteId is a code address
// in one space for all modules (modules.h); a LocationId is an index into the names known to a search
// (location.h). Site and location ids are the same in every execution of a search, thread ids only within
// one.
#pragma once

#include <cstdint>

namespace heddle {

using ThreadId = std::uint16_t;
using SiteId = std::uint32_t;
using LocationId = std::uint32_t;

inline constexpr ThreadId kMainThread = 0;
inline constexpr ThreadId kNoThread = 0xffff;
inline constexpr SiteId kNoSite = 0;
inline constexpr SiteId kAnySite = 0xffff'ffff;  // recorded in a module that is not loaded yet
inline constexpr LocationId kNoLocation = 0;

}  // namespace heddle
