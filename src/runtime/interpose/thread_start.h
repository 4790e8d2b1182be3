// How threads begin, whoever makes them (threads.cc).
#pragma once

#include "runtime/engine/scheduler.h"

namespace heddle::runtime {

// A thread of the running one's making, whose creation has been announced and is yet to be performed. With a
// condition it can start only while that holds. Null: there is none to be had.
Thread* begin_thread(const pthread_attr_t* attributes, const ThreadStart& start, SiteId site,
                     const Condition* starts_when);

// What people are shown beside the name of its creation (thread_attributes.cc).
void name_thread(Thread& thread, const char* name);

}  // namespace heddle::runtime
