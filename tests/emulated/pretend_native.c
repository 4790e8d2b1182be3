// Preloaded into `heddle` by the emulated tests: programs of the other architecture seem to be of this one,
// and are started under the emulator of HEDDLE_TEST_EMULATOR. The tool itself refuses them, rightly: an
// emulator is no place to search in.
#include <dlfcn.h>
#include <elf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { kOwn = EM_X86_64, kOther = EM_AARCH64 };
#else
enum { kOwn = EM_AARCH64, kOther = EM_X86_64 };
#endif

GElf_Ehdr* gelf_getehdr(Elf* elf, GElf_Ehdr* header) {
  GElf_Ehdr* (*real)(Elf*, GElf_Ehdr*) = dlsym(RTLD_NEXT, "gelf_getehdr");
  GElf_Ehdr* result = real(elf, header);
  if (result != NULL && result->e_machine == kOther) result->e_machine = kOwn;
  return result;
}

int execv(const char* path, char* const arguments[]) {
  enum { kMost = 64 };
  char* words[kMost];
  int count = 0;
  const char* emulator = getenv("HEDDLE_TEST_EMULATOR");
  char* text = strdup(emulator != NULL ? emulator : "");
  for (char* word = strtok(text, " "); word != NULL && count < kMost / 2; word = strtok(NULL, " "))
    words[count++] = word;
  words[count++] = (char*)path;
  for (int i = 1; arguments[0] != NULL && arguments[i] != NULL && count < kMost - 1; ++i)
    words[count++] = arguments[i];
  words[count] = NULL;
  unsetenv("LD_PRELOAD");  // this file is no library for the program
  return execvp(words[0], words);
}
