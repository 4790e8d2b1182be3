// What the kernel answered to calls of the program that Heddle does not control: two replays of one schedule
// are compared by it.
#pragma once

#include <cstdint>
#include <span>

#include "event/ids.h"

namespace heddle {

struct KernelAnswer {
  std::uint64_t step = 0;  // that the thread was about to make
  std::uint64_t hash = 0;  // of all that was told
  SiteId site = kNoSite;   // of the program's call
  ThreadId thread = kNoThread;
  std::uint16_t call = 0;  // in watched_calls()
};

// A system call whose answer may decide what a program does.
struct WatchedCall {
  // What it tells besides its result, behind the pointer of an argument.
  enum class Tells : std::uint8_t { kResult, kSoManyBytes, kAsManyBytesAsItReturns };

  long number;
  const char* name;
  Tells tells = Tells::kResult;
  unsigned argument = 0;
  unsigned bytes = 0;  // kSoManyBytes
};

std::span<const WatchedCall> watched_calls();

}  // namespace heddle
