// A library's own function runs when the library is unloaded: by dlclose, or at the end of the process. It
// fails there if it was asked to, in the very first execution.
//
// run: left => assertion
// run: closed => assertion
// run: left quietly => nothing
// run: closed quietly => nothing
// options: --executions 100
// replays: Failed as recorded
// library: shutting_down.c
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* start(void* nothing) {
  return nothing;
}

int main(int count, char** arguments) {
  char path[4096];
  const char* program_name = strrchr(arguments[0], '/') + 1;
  snprintf(path, sizeof path, "%.*sshutting_down.so", (int)(program_name - arguments[0]), arguments[0]);
  void* library = dlopen(path, RTLD_NOW);
  if (library == NULL) return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, start, NULL);
  pthread_join(thread, NULL);
  if (count == 2) *(int*)dlsym(library, "fails") = 1;
  if (strcmp(arguments[1], "closed") == 0) dlclose(library);
}
