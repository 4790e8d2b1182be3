// How many context switches a schedule has, as a person counts them (docs/decisions/0014): a switch counts
// when it leaves a thread that could have gone on, or comes back to one that was left so. A switch that
// nobody decided on does not count: to another thread because this one is blocked, offers its place or has
// ended, and to a thread that starts or was blocked.
#pragma once

#include <cstdint>
#include <span>

#include "event/schedule.h"

namespace heddle {

// `preemptions`: the steps at which somebody else went on although the running thread could. `deadlocked`:
// threads that wait for each other at the end. One of them that was left before its last lock would have to
// come back to run into it; the engine knows before.
std::uint64_t context_switches(const Schedule& schedule, std::span<const std::uint32_t> preemptions,
                               std::span<const ThreadId> deadlocked = {});

}  // namespace heddle
