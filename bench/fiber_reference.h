// The limit for exploring in process: the small bodies of bench_body.cc on bare fibers of boost.context, of
// which a random one goes on before each operation. Nothing is recorded, named or checked.
#pragma once

namespace heddle::bench {

// Nanoseconds of an execution of the body: 'a', 'A', 'b', 'e' or 't'.
double fiber_time(char body);

}  // namespace heddle::bench
