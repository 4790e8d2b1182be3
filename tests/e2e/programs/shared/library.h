#pragma once

#include <mutex>

extern "C" {
int count_one();         // how often this thread has called
int count_one_locked();  // the same, one thread at a time
int counted();
}
