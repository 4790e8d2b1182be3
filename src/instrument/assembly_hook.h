// What the plugin and the runtime agree upon: the hook that comes before an `asm` statement, once for each
// piece of memory that it touches.
#pragma once

#define HEDDLE_ASSEMBLY_HOOK "__heddle_assembly_access"

namespace heddle::instrument {

// The last argument of the hook: void (const void* address, size_t size, int deed).
constexpr unsigned kAssemblyReads = 1;
constexpr unsigned kAssemblyWrites = 2;
constexpr unsigned kAssemblyAtomic = 4;
constexpr unsigned kAssemblyVolatile = 8;

}  // namespace heddle::instrument
