// Every subject is compiled twice: as it is, and with -DHEDDLE_FIXED as its repaired twin.
#pragma once

namespace subjects {

#ifdef HEDDLE_FIXED
inline constexpr bool kFixed = true;
#else
inline constexpr bool kFixed = false;
#endif

}  // namespace subjects
