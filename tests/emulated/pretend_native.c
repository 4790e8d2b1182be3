// Preloaded into `heddle` by the emulated tests: programs of the other architecture seem to be of this one,
// and are started under the emulator of HEDDLE_TEST_EMULATOR. The tool itself refuses them, rightly: an
// emulator is no place to search in.
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
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

static int is_of_other(const char* path) {
  Elf64_Ehdr header = {.e_machine = EM_NONE};
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? 0 : read(file, &header, sizeof header);
  if (file >= 0) close(file);
  return size == (ssize_t)sizeof header && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_machine == kOther;
}

int execve(const char* path, char* const arguments[], char* const variables[]) {
  int (*real)(const char*, char* const[], char* const[]) = dlsym(RTLD_NEXT, "execve");
  const char* emulator = getenv("HEDDLE_TEST_EMULATOR");
  if (emulator == NULL || !is_of_other(path)) return real(path, arguments, variables);
  enum { kMost = 64, kMostVariables = 1024 };
  char* words[kMost];
  int count = 0;
  char* text = strdup(emulator);
  for (char* word = strtok(text, " "); word != NULL && count < kMost / 2; word = strtok(NULL, " "))
    words[count++] = word;
  words[count++] = (char*)path;
  for (int i = 1; arguments[0] != NULL && arguments[i] != NULL && count < kMost - 1; ++i)
    words[count++] = arguments[i];
  words[count] = NULL;
  char* kept[kMostVariables];
  int variable = 0;
  for (int i = 0; variables[i] != NULL && variable < kMostVariables - 1; ++i)
    if (strncmp(variables[i], "LD_PRELOAD=", 11) != 0)  // this file is no library for the program
      kept[variable++] = variables[i];
  kept[variable] = NULL;
  return real(words[0], words, kept);
}
