// Nanoseconds of a context switch, ours and boost.context's.
#pragma once

namespace heddle::bench {

double switch_time();
double boost_switch_time();

}  // namespace heddle::bench
