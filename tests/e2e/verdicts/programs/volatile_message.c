// Message passing with volatile variables and fences, as libraries from before C11 have it. By the standard
// it is a data race; `--volatile atomic` takes it for what it means. Without fences it stays one.
//
// run: fences => data-race
// replays: volatile orders nothing
// options: --executions 300
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "libraries/volatile_message.h"
