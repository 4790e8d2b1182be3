// For programs that Heddle wrote, which do in each execution what they are given and tell what came of it.
// Nothing here is a scheduling point. Plain C, as explore_abi.h.
#pragma once

#include <cstddef>

extern "C" {

// What is to be done in this execution; the same in all executions of a search. The bytes stay.
std::size_t heddle_task(const unsigned char** bytes);

// Appends to what the execution tells. What there is no room for is left out.
void heddle_tell(const unsigned char* bytes, std::size_t size);

// Remembers, under a number, what the calling thread has done until now.
void heddle_note_moment(unsigned number);

// Whether a moment that was noted in this execution happens before what the calling thread does from now on:
// 1 or 0. -1: memory is sequentially consistent, and time orders.
int heddle_moment_is_past(unsigned number);

}  // extern "C"
