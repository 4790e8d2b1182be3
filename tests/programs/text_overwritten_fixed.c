// text_overwritten with a lock around the check and the use.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char name[32] = "report.txt";
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* rename_file(void* argument) {
  pthread_mutex_lock(&mutex);
  strcpy(name, (const char*)argument);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t renamer;
  const char* new_name = argc > 1 ? argv[1] : "secret.key";
  pthread_create(&renamer, NULL, rename_file, (void*)new_name);
  pthread_mutex_lock(&mutex);
  if (strcmp(name + strlen(name) - 4, ".txt") == 0) {
    char* copy = strdup(name);
    assert(strcmp(copy, "report.txt") == 0);
    free(copy);
  }
  pthread_mutex_unlock(&mutex);
  pthread_join(renamer, NULL);
  return 0;
}
