// The name of a file is checked and then used, while another thread puts a new one in its place: strcmp sees
// one name, strdup copies another.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char name[32] = "report.txt";

static void* rename_file(void* argument) {
  strcpy(name, (const char*)argument);
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t renamer;
  const char* new_name = argc > 1 ? argv[1] : "secret.key";
  pthread_create(&renamer, NULL, rename_file, (void*)new_name);
  if (strcmp(name + strlen(name) - 4, ".txt") == 0) {
    char* copy = strdup(name);
    assert(strcmp(copy, "report.txt") == 0);
    free(copy);
  }
  pthread_join(renamer, NULL);
  return 0;
}
