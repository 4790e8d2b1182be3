// Streams of random bytes: libc reads them inside itself, where nothing can be interposed.
#pragma once

#include <cstdio>

namespace heddle::runtime {

// The stream as it is, or, where it reads random bytes under control, one in its place that reads ours.
FILE* controlled_stream(FILE* stream, const char* mode);

}  // namespace heddle::runtime
