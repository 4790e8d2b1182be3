// The same message passing as in volatile_message.c, taken for relaxed atomics: right with fences, wrong
// without.
//
// run: fences => nothing
// run: bare => data-race
// options: --executions 300 --volatile atomic
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "libraries/volatile_message.h"
