// Fails when it is unloaded (library_shut_down.c).
#include <stdlib.h>

int fails = 0;

__attribute__((destructor)) static void shut_down(void) {
  if (fails) abort();
}
